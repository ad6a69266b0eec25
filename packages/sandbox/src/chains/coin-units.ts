/** Reads an amount such as `0.25` to the smallest unit; null if it is none, or zero. */
export function readUnits(amount: string, decimals: number): bigint | null {
  const match = /^(\d{1,18})(?:\.(\d{1,18}))?$/.exec(amount);
  const [, whole = '', fraction = ''] = match ?? [];
  if (match === null || fraction.length > decimals) return null;
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  return units === 0n ? null : units;
}

/** Writes units with all decimals: 25 with 8 decimals is `0.00000025`. */
export function writeUnits(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

/** Writes units for people, without zeros at the end. */
export function showUnits(units: bigint, decimals: number, currency: string): string {
  const amount = writeUnits(units, decimals);
  const short = amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
  return `${short} ${currency}`;
}
