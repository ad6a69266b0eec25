import type { Decimal } from '@kassa/contract';

/** Writes an amount of the smallest units as a decimal of the coin, exactly: 1 satoshi is 0.00000001. */
export function fromUnits(units: bigint, decimals: number): Decimal {
  if (decimals === 0) return units.toString();
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/**
 * Returns an amount of a coin in its smallest units.
 * @throws Error if it has more decimals than the coin
 */
export function toUnits(amount: Decimal, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > decimals) throw new Error(`${amount} has more than ${decimals} decimals`);
  return BigInt(whole + digits.padEnd(decimals, '0'));
}
