import { type Decimal, multiplyDecimals } from '@kassa/contract';

/**
 * The round number of units that a site takes for one euro in its promotions; 1 for a currency that
 * isn't listed.
 */
const unitsOfEuro: Record<string, Decimal> = Object.fromEntries(
  [
    ['5', 'AED AZN BRL BYN GEL MYR PEN PLN RON SAR'],
    ['10', 'CZK DKK GHS NOK SEK TJS ZAR'],
    ['20', 'MDL MXN THB UAH TRY'],
    ['50', 'EGP PHP'],
    ['100', 'BDT INR JPY KES KGS NPR RUB'],
    ['200', 'PKR'],
    ['500', 'AMD HUF KZT LKR'],
    ['1000', 'ARS CLP KRW NGN'],
    ['5000', 'COP TZS UGX'],
    ['10000', 'IDR UZS VND'],
  ].flatMap(([units = '1', currencies = '']) =>
    currencies.split(' ').map((currency) => [currency, units]),
  ),
);

/** Converts an amount in euros to a round amount of a currency. */
export function toBonusAmount(euros: Decimal, currency: string): Decimal {
  return multiplyDecimals(euros, unitsOfEuro[currency] ?? '1');
}
