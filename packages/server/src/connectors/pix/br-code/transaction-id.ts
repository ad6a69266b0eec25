const length = 25;
const digits = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * Returns a deposit's id in a Pix (its `txid`): the UUID as a number in base 36, which just fits
 * into a static code. So the deposit is found without a stored mapping, even if a bank changes
 * upper and lower case.
 * @returns null if the deposit's id is not a UUID
 */
export function encodeTransactionId(depositId: string): string | null {
  const match = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.exec(depositId);
  if (match === null) return null;
  const number = BigInt(`0x${depositId.replaceAll('-', '')}`);
  return number.toString(36).toUpperCase().padStart(length, '0');
}

/** Returns the deposit of a Pix; null if its `txid` is not one of Kassa's. */
export function decodeTransactionId(txid: string): string | null {
  if (!/^[0-9a-z]{25}$/i.test(txid)) return null;
  let number = 0n;
  for (const digit of txid.toLowerCase()) {
    number = number * 36n + BigInt(digits.indexOf(digit));
  }
  const hex = number.toString(16).padStart(32, '0');
  if (hex.length > 32) return null;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
