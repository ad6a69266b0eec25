import * as z from 'zod/mini';
import { normalizeCurrency } from './normalize-currency.ts';

/** ISO 4217 code, or a crypto or house code of §3. */
export const currencySchema = z
  .string()
  .check(z.regex(/^[A-Z][A-Z0-9]{2,9}$/, 'must be an upper-case currency code such as "EUR"'));

/**
 * The currency of a player's account, and of balances, bonuses and deposits in it. Parsing replaces
 * gold coins by {@link normalizeCurrency} (§3). Requests use {@link currencySchema}.
 */
export const accountCurrencySchema = currencySchema.check(z.overwrite(normalizeCurrency));

/** Where a currency is more or less than "two decimals, shown as Intl shows it". */
interface CurrencyFact {
  kind: 'fiat' | 'crypto' | 'coins';
  decimals?: number;
  /** Replaces Intl's symbol if that is a bare code, a rare character, or differs by language. */
  symbol?: string;
  /** Replaces it in Arabic, where Intl's narrow symbol has Latin letters. */
  inArabic?: string;
  /** The symbol is written after the amount in every language. */
  isSuffix?: true;
}

const fiat: CurrencyFact = { kind: 'fiat' };
/** ISO 4217: no minor unit. */
const whole: CurrencyFact = { kind: 'fiat', decimals: 0 };
/** ISO 4217: three decimals. */
const thousandths: CurrencyFact = { kind: 'fiat', decimals: 3 };
const crypto: CurrencyFact = { kind: 'crypto', decimals: 8, isSuffix: true };

const symbol = (symbol: string): CurrencyFact => ({ kind: 'fiat', symbol });
const suffix = (symbol: string): CurrencyFact => ({ kind: 'fiat', symbol, isSuffix: true });
const coins = (symbol: string): CurrencyFact => ({ kind: 'coins', symbol, isSuffix: true });

/**
 * The exceptions among the currencies of §3: decimals by ISO 4217 (design §4), crypto 8 (§9), and
 * symbols. All others have 2 decimals and Intl's symbol, or their code.
 */
const facts: Record<string, CurrencyFact> = {
  BGN: suffix('лв.'),
  BHD: thousandths,
  BIF: { kind: 'fiat', decimals: 0, symbol: 'FBu' },
  BYN: suffix('Br'),
  CDF: symbol('FC'),
  CLP: whole,
  DJF: { kind: 'fiat', decimals: 0, symbol: 'Fdj' },
  EGP: { ...symbol('E£'), inArabic: 'ج.م.' },
  ETB: symbol('Br'),
  GEL: symbol('₾'),
  GHS: symbol('GH₵'),
  GNF: whole,
  IQD: thousandths,
  ISK: whole,
  JOD: thousandths,
  JPY: whole,
  KES: symbol('KSh'),
  KGS: suffix('сом'),
  KMF: whole,
  KRW: whole,
  KWD: thousandths,
  LYD: thousandths,
  MDL: suffix('lei'),
  MKD: suffix('ден'),
  MWK: symbol('MK'),
  MZN: symbol('MT'),
  OMR: thousandths,
  PAB: symbol('B/.'),
  PEN: symbol('S/'),
  PYG: whole,
  RON: suffix('lei'),
  RSD: suffix('din.'),
  RWF: whole,
  TJS: suffix('SM'),
  TMT: suffix('TMT'),
  TND: thousandths,
  TWD: symbol('NT$'),
  TZS: symbol('TSh'),
  UGX: { kind: 'fiat', decimals: 0, symbol: 'USh' },
  UZS: suffix('so‘m'),
  VES: symbol('Bs.'),
  VND: whole,
  VUV: { kind: 'fiat', decimals: 0, symbol: 'VT', isSuffix: true },
  XAF: { kind: 'fiat', decimals: 0, symbol: 'FCFA' },
  // Intl's English symbol, with its no-break space; in some languages Intl has the code only.
  XOF: { kind: 'fiat', decimals: 0, symbol: 'F\u202fCFA' },
  XPF: whole,
  BNB: crypto,
  BTC: crypto,
  DOGE: crypto,
  ETH: crypto,
  LTC: crypto,
  TON: crypto,
  TRX: crypto,
  USDC: crypto,
  USDT: crypto,
  // The sweepstake cashier's gold coins and sweep coins
  QGC: coins('GC'),
  QSC: coins('SC'),
};

/** The codes of the currencies in the table of exceptions above. */
export function namedCurrencies(): string[] {
  return Object.keys(facts);
}

/**
 * The currencies of §3. The catalogue's check reports any other code in the shipped catalogue as
 * misspelt. All other code accepts any currency code, as an operator may have a currency of its
 * own.
 */
// biome-ignore format: one code per line would make the list unreadable
export const knownCurrencies: readonly string[] = [
  'AED', 'AMD', 'AOA', 'ARS', 'AUD', 'AZN', 'BDT', 'BGN', 'BHD', 'BIF', 'BOB', 'BRL', 'BWP', 'BYN', 'CAD',
  'CDF', 'CHF', 'CLP', 'CNY', 'COP', 'CRC', 'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ETB', 'EUR', 'GBP',
  'GEL', 'GHS', 'GNF', 'GTQ', 'HKD', 'HNL', 'HUF', 'IDR', 'ILS', 'INR', 'IQD', 'ISK', 'JOD', 'JPY', 'KES',
  'KGS', 'KHR', 'KMF', 'KRW', 'KWD', 'KZT', 'LAK', 'LKR', 'LYD', 'MAD', 'MDL', 'MKD', 'MNT', 'MWK', 'MXN',
  'MYR', 'MZN', 'NGN', 'NOK', 'NPR', 'NZD', 'OMR', 'PAB', 'PEN', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON',
  'RSD', 'RUB', 'RWF', 'SAR', 'SEK', 'SGD', 'THB', 'TJS', 'TMT', 'TND', 'TRY', 'TWD', 'TZS', 'UAH', 'UGX',
  'USD', 'UYU', 'UZS', 'VES', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'ZAR', 'ZMW',
  'BNB', 'BTC', 'DOGE', 'ETH', 'LTC', 'TON', 'TRX', 'USDC', 'USDT',
  'QGC', 'QSC',
];

function factOf(currency: string): CurrencyFact {
  return (Object.hasOwn(facts, currency) ? facts[currency] : undefined) ?? fiat;
}

/** Returns how many decimals an amount in this currency may have: 2 by default. */
export function decimalsOf(currency: string): number {
  return factOf(currency).decimals ?? 2;
}

/** The currencies whose minor unit is on no coin any more. */
const withUnusedMinor = new Set('AMD COP CRC HUF IDR KHR KZT LAK MNT PKR TZS UZS'.split(' '));

/** Whether sums in this currency are whole in daily life, though it has decimals: 5,000 tenge. */
export function isMinorUnused(currency: string): boolean {
  return withUnusedMinor.has(currency);
}

/** How a currency is shown: with this symbol, or with Intl's where it is undefined. */
export interface CurrencySymbol {
  symbol: string | undefined;
  /** The symbol is written after the amount in every language, else where Intl writes its own. */
  isSuffix: boolean;
}

/**
 * Returns the symbol of a currency (§3, §5): Intl's or a better known one for fiat, a code for
 * crypto and custom currencies.
 */
export function symbolOf(currency: string, locale = ''): CurrencySymbol {
  const fact = factOf(currency);
  // Intl throws on anything but a three-letter code, and an operator's own currency may be longer.
  const isSuffix = fact.isSuffix ?? !/^[A-Z]{3}$/.test(currency);
  const own = (locale.startsWith('ar') && fact.inArabic) || fact.symbol;
  return { isSuffix, symbol: own ?? (isSuffix ? currency : undefined) };
}

/** Whether a currency is neither a cryptocurrency nor a sweepstake coin, which have no trailing zeros. */
export function isFiat(currency: string): boolean {
  return factOf(currency).kind === 'fiat';
}

/** Whether a currency is a coin on chains. */
export function isCrypto(currency: string): boolean {
  return factOf(currency).kind === 'crypto';
}
