import * as z from 'zod/mini';

/** A positive amount as a decimal string. The provider never converts it to a float. */
export const amountSchema = z.string().check(
  z.regex(/^\d{1,18}(\.\d{1,18})?$/, 'must be a decimal string such as "50.00"'),
  z.refine((text) => /[1-9]/.test(text), 'must be more than zero'),
);

export const currencySchema = z
  .string()
  .check(z.regex(/^[A-Z][A-Z0-9]{2,9}$/, 'must be a currency code'));

/** Any decimal of this schema is an integer multiple of 10⁻¹⁸. */
const scale = 18;

function toUnits(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

/** Whether the sum of the parts is at most the whole, exactly. */
export function isWithin(parts: readonly string[], whole: string): boolean {
  return parts.reduce((sum, part) => sum + toUnits(part), 0n) <= toUnits(whole);
}

/**
 * Subtracts parts from a whole. The result has the most decimals among them; null if nothing is
 * left.
 */
export function subtract(whole: string, parts: readonly string[]): string | null {
  const rest = parts.reduce((left, part) => left - toUnits(part), toUnits(whole));
  if (rest <= 0n) return null;
  const decimals = Math.max(...[whole, ...parts].map((text) => text.split('.')[1]?.length ?? 0));
  return formatUnits(rest / 10n ** BigInt(scale - decimals), decimals);
}

/** Adds two amounts; the sum has the more decimals of the two. */
export function add(one: string, other: string): string {
  const decimals = Math.max(...[one, other].map((text) => text.split('.')[1]?.length ?? 0));
  return formatUnits((toUnits(one) + toUnits(other)) / 10n ** BigInt(scale - decimals), decimals);
}

/**
 * Calculates a percentage (`50`, `1.5`) of an amount, rounded down to the amount's own decimals but
 * at least its smallest unit: 50 % of `9.99` is `4.99`.
 */
export function percentOf(amount: string, percent: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const [percentWhole = '', percentFraction = ''] = percent.split('.');
  const divisor = 100n * 10n ** BigInt(percentFraction.length);
  const product = BigInt(whole + fraction) * BigInt(percentWhole + percentFraction);
  return formatUnits(product / divisor || 1n, fraction.length);
}

/** Multiplies two decimals exactly, and rounds the product to so many decimals, half up. */
export function multiply(one: string, other: string, decimals: number): string {
  const divisor = 10n ** BigInt(2 * scale - decimals);
  return formatUnits((toUnits(one) * toUnits(other) + divisor / 2n) / divisor, decimals);
}

/** Divides two decimals, and rounds the quotient down to so many decimals. */
export function divide(one: string, other: string, decimals: number): string {
  return formatUnits((toUnits(one) * 10n ** BigInt(decimals)) / toUnits(other), decimals);
}

function formatUnits(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
}
