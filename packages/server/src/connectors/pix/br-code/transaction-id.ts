const length = 25;
const digits = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * What a deposit is called in a Pix (its `txid`): its id as a number of base 36, which is just what a
 * static code has room for. Nothing needs to be kept to find the deposit again, and it survives a bank
 * that writes it in other letters.
 * @returns null where the deposit's id is no UUID
 */
export function encodeTransactionId(depositId: string): string | null {
  const match = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.exec(depositId);
  if (match === null) return null;
  const number = BigInt(`0x${depositId.replaceAll('-', '')}`);
  return number.toString(36).toUpperCase().padStart(length, '0');
}

/** The deposit that a Pix is for; null where its `txid` is none of ours. */
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
