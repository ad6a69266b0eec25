import { randomUUID } from 'node:crypto';
import { divide, multiply, subtract } from '../amounts.ts';
import type { PaymentRequest } from '../payment.ts';
import { coinPrices } from './coin-prices.ts';
import type { Offer } from './offer.ts';

interface Seller {
  id: string;
  title: string;
  /** The part of the amount that the seller keeps. */
  feeShare: string;
  /** The seller's price of a coin, as a multiple of the market's. */
  priceFactor: string;
  /** Countries that the seller doesn't serve, by ISO 3166-1 in lower case. Invented. */
  unserved: readonly string[];
}

/** Simulated: real sellers have other fees, prices and countries. */
const sellers: readonly Seller[] = [
  {
    id: 'moonpay',
    title: 'MoonPay (simulated)',
    feeShare: '0.0399',
    priceFactor: '1',
    unserved: ['bd', 'cn', 'ir', 'kp'],
  },
  {
    id: 'banxa',
    title: 'Banxa (simulated)',
    feeShare: '0.0199',
    priceFactor: '1.015',
    unserved: ['cn', 'ir', 'kp', 'ng', 'pk'],
  },
  {
    id: 'mercuryo',
    title: 'Mercuryo (simulated)',
    feeShare: '0.0395',
    priceFactor: '1.005',
    unserved: ['ca', 'ir', 'kp', 'us'],
  },
];

const coin = 'USDT';
const coinDecimals = 6;
const rateDecimals = 6;

interface QuoteOptions {
  /** A seller that is away. */
  without?: string | undefined;
  /** A rise of all prices, as a factor. */
  priceRise?: string | undefined;
}

/**
 * Calculates an offer of each seller that serves the payer's country and currency. The merchant gets
 * the coins at the market's price.
 */
export function quoteOffers(
  { amount, currency, details = {}, customer }: PaymentRequest,
  { without, priceRise = '1' }: QuoteOptions = {},
): Offer[] {
  const price = coinPrices[currency];
  if (price === undefined) return [];
  const decimals = decimalsOf(currency);
  const market = multiply(price, priceRise, rateDecimals);
  const country = details.country ?? customer?.country ?? '';
  return sellers
    .filter(({ id, unserved }) => id !== without && !unserved.includes(country))
    .flatMap(({ id: seller, title, feeShare, priceFactor }): Offer[] => {
      const fee = multiply(amount, feeShare, decimals);
      const rate = multiply(market, priceFactor, rateDecimals);
      const coinAmount = divide(subtract(amount, [fee]) ?? '0', rate, coinDecimals);
      const arriving = multiply(coinAmount, market, decimals);
      // Too little for a single unit of what is asked, paid or delivered.
      if ([fee, coinAmount, arriving].some((part) => !/[1-9]/.test(part))) return [];
      const id = `off_${randomUUID()}`;
      return [{ id, seller, title, amount: arriving, currency, fee, coin, coinAmount, rate }];
    });
}

/** Returns the decimals of a currency by ISO 4217: 0 for JPY. */
function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
