/*
 * The id of a file's payment of one currency: a bank's answer may name it alone. It has 35
 * characters at most.
 */

const longestId = 35;

export const toPaymentId = (reference: string, currency: string): string =>
  `${reference}-${currency}`.slice(0, longestId);

/** Returns the currency of a payment of the file; null for a payment of another one. */
export function fromPaymentId(reference: string, id: string): string | null {
  const prefix = `${reference}-`;
  return id.startsWith(prefix) ? id.slice(prefix.length) : null;
}
