import Big from 'big.js';
import * as z from 'zod/mini';
import { currencySchema, decimalsOf } from './currencies.ts';

/**
 * An exact amount on the wire and in the database: an optional minus, digits, an optional point
 * with digits. Never a float or an exponent; at most 18 + 18 digits.
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

export function multiplyDecimals(left: Decimal, right: Decimal): Decimal {
  return new Big(left).times(right).toFixed();
}

export function negateDecimal(value: Decimal): Decimal {
  const negated = new Big(value).times(-1);
  return negated.eq(0) ? '0' : negated.toFixed();
}

/**
 * An amount with at least its currency's decimals, as every request to an operator has it. Only
 * {@link padToCurrency} makes one.
 */
export const paddedSchema = decimalSchema.brand<'padded'>();

export type PaddedDecimal = z.infer<typeof paddedSchema>;

/**
 * Writes an amount with its currency's decimals (`20` EUR → `20.00`). Further digits stay, except
 * for zeros at the end (`0.0050` EUR → `0.005`): nothing is rounded.
 */
export function padToCurrency(amount: Decimal, currency: string): PaddedDecimal {
  const exact = new Big(amount);
  const decimals = exact.toFixed().split('.')[1]?.length ?? 0;
  return exact.toFixed(Math.max(decimals, decimalsOf(currency))) as PaddedDecimal;
}

/** Whether an amount has no more decimals than its currency allows (false for `10.005` USD). */
export function fitsCurrency(amount: Decimal, currency: string): boolean {
  const decimals = decimalsOf(currency);
  return new Big(amount).eq(new Big(amount).round(decimals, Big.roundDown));
}

/** The smallest amount that a currency has: `0.01` EUR, `1` JPY. */
export function smallestAmount(currency: string): Decimal {
  return new Big(10).pow(-decimalsOf(currency)).toFixed();
}

/** Cuts an amount after some decimals: `0.1234567`, 6 → `0.123456`. */
export function floorToDecimals(amount: Decimal, decimals: number): Decimal {
  return new Big(amount).toFixed(decimals, Big.roundDown);
}

/**
 * Rounds an amount down to its currency's decimals (`50.005` USD → `50.00`), so that no more is
 * credited than was received.
 */
export function floorToCurrency(amount: Decimal, currency: string): Decimal {
  return floorToDecimals(amount, decimalsOf(currency));
}

/** Rounds an amount half up to its currency's decimals (`50` USD → `50.00`). */
export function toCurrencyDecimals(amount: Decimal, currency: string): Decimal {
  const rounded = new Big(amount).round(decimalsOf(currency), Big.roundHalfUp);
  // An amount that rounds to zero loses its minus.
  return (rounded.eq(0) ? rounded.abs() : rounded).toFixed(decimalsOf(currency));
}

/** The most decimals that a {@link Decimal} has. */
const mostDecimals = 18;

/** A Big that divides to 18 decimals and cuts the rest. */
const CuttingBig = Big();
CuttingBig.DP = mostDecimals;
CuttingBig.RM = Big.roundDown;

/**
 * Divides and cuts (doesn't round) after 18 decimals: the result never exceeds the exact quotient.
 * @throws if the divisor is zero.
 */
export function divideDecimals(dividend: Decimal, divisor: Decimal): Decimal {
  return new CuttingBig(dividend).div(divisor).toFixed();
}

/** Money in another currency, and the remainder that is too small for that currency. */
export interface Conversion {
  money: Money;
  /** In the target currency; up to 36 decimals. `money.amount + rounding` is the exact product. */
  rounding: Decimal;
}

/**
 * Converts money at a rate (units of `currency` per unit of the money's own currency), rounded down
 * to the target currency's decimals, so that no more is credited than was received.
 */
export function convertMoney(money: Money, rate: Decimal, currency: string): Conversion {
  const product = new Big(money.amount).times(rate);
  const amount = product.toFixed(decimalsOf(currency), Big.roundDown);
  return { money: { amount, currency }, rounding: product.minus(amount).toFixed() };
}

/**
 * Reads a JSON number (`1.08`, `2e-7`) without a float in between. Returns null if the text isn't a
 * number or can't be an amount or rate: more than 18 digits or a three-digit exponent.
 */
export function readJsonNumber(text: string): Decimal | null {
  if (!/^-?\d{1,18}(\.\d{1,30})?([eE][+-]?\d{1,2})?$/.test(text)) return null;
  const decimal = new Big(text).round(mostDecimals, Big.roundDown).toFixed();
  return decimalSchema.safeParse(decimal).success ? decimal : null;
}
