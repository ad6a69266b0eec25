import { type Decimal, decimalsOf, multiplyDecimals } from '@kassa/contract';
import * as z from 'zod/mini';

declare global {
  interface JSON {
    /** Makes `JSON.stringify` write a text as it is (ECMAScript 2026). */
    rawJSON: (text: string) => object;
  }
}

/**
 * Parses JSON; undefined if the text is not JSON. Each number becomes a string of its exact value,
 * without an exponent: a float would round `900719925474099.31` and an id of 17 digits. So
 * `decimalSchema` reads an amount, whether the provider sends `50.25` or `"50.25"`.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? withoutExponent(context?.source ?? '') : value,
    );
  } catch {
    return undefined;
  }
}

/** A number with more digits stays as it is: no schema of an amount takes it. */
function withoutExponent(source: string): string {
  const isShort = /^-?\d{1,40}(\.\d{1,40})?[eE][+-]?\d{1,2}$/.test(source);
  return isShort ? multiplyDecimals(source, '1') : source;
}

/** A number of {@link parseJson} that isn't money, such as a duration. */
export const plainNumberSchema = z.pipe(
  z.string().check(z.regex(/^-?\d{1,15}(\.\d{1,15})?$/, 'must be a number')),
  z.transform(Number),
);

/**
 * Returns a value that `JSON.stringify` writes as a number with exactly these digits, but without
 * zeros at its beginning, which JSON doesn't have.
 */
export function jsonNumber(decimal: Decimal): object {
  return JSON.rawJSON(decimal.replace(/^(-?)0+(?=\d)/, '$1'));
}

/** An amount in minor units (cents), read by {@link parseJson}. */
export const minorUnitsSchema = z.string().check(z.regex(/^\d{1,18}$/, 'must be minor units'));

/**
 * Converts an amount to minor units: 50.25 EUR to `5025`, 50 JPY to `50`. Null if the amount has
 * more decimals than the currency.
 * @param decimals - the provider's decimals of the currency, if its table differs from ISO 4217
 */
export function toMinorUnits(
  amount: Decimal,
  currency: string,
  decimals = decimalsOf(currency),
): Decimal | null {
  const units = multiplyDecimals(amount, `1${'0'.repeat(decimals)}`);
  return units.includes('.') ? null : units;
}

/**
 * Converts minor units to an amount: `5025` of EUR to 50.25.
 * @param units - parsed by {@link minorUnitsSchema}
 * @param decimals - the provider's decimals of the currency, if its table differs from ISO 4217
 * @throws if the units aren't a whole number
 */
export function fromMinorUnits(
  units: Decimal,
  currency: string,
  decimals = decimalsOf(currency),
): Decimal {
  if (!minorUnitsSchema.safeParse(units).success) throw new RangeError('These are no minor units');
  return multiplyDecimals(units, decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`);
}
