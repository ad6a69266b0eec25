import Big from 'big.js';
import * as z from 'zod/mini';
import { currencySchema, decimalsOf } from './currencies.ts';

/**
 * An exact amount as it stands on the wire and in the database: an optional minus, digits, an
 * optional point with digits. Never a float, never an exponent, at most 18 + 18 digits.
 */
export const decimalSchema = z
  .string()
  .check(z.regex(/^-?\d{1,18}(\.\d{1,18})?$/, 'must be a decimal string such as "50" or "50.25"'));

/** A decimal string. See {@link decimalSchema}. */
export type Decimal = z.infer<typeof decimalSchema>;

export const moneySchema = z.object({ amount: decimalSchema, currency: currencySchema });

/** An exact amount in a currency's major unit. */
export type Money = z.infer<typeof moneySchema>;

/** Compares two decimals: -1, 0 or 1. */
export function compareDecimals(left: Decimal, right: Decimal): -1 | 0 | 1 {
  return new Big(left).cmp(right);
}

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  return new Big(left).plus(right).toFixed();
}

export function negateDecimal(value: Decimal): Decimal {
  const negated = new Big(value).times(-1);
  return negated.eq(0) ? '0' : negated.toFixed();
}

/** Whether an amount has no more decimals than its currency allows (`10.005` USD has). */
export function fitsCurrency(amount: Decimal, currency: string): boolean {
  const decimals = decimalsOf(currency);
  return new Big(amount).eq(new Big(amount).round(decimals, Big.roundDown));
}

/**
 * Brings an amount down to its currency's number of decimals (`50.005` USD → `50.00`), so that no
 * more is credited than arrived.
 */
export function floorToCurrency(amount: Decimal, currency: string): Decimal {
  return new Big(amount).toFixed(decimalsOf(currency), Big.roundDown);
}

/**
 * Brings an amount to its currency's number of decimals (`50` USD → `50.00`), rounding half up
 * where there are more.
 */
export function toCurrencyDecimals(amount: Decimal, currency: string): Decimal {
  const rounded = new Big(amount).round(decimalsOf(currency), Big.roundHalfUp);
  // Of what rounds to nothing no minus stays.
  return (rounded.eq(0) ? rounded.abs() : rounded).toFixed(decimalsOf(currency));
}
