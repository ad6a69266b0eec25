import { toLatinDigits } from '@kassa/contract';

const shortestBin = 6;
const longestBin = 8;

/**
 * Returns the BIN of a card number, the only part that may be sent (`bank-get`): the first 8 digits,
 * the first 6 of a shorter text, and null for less than 6.
 */
export function readBin(text: string): string | null {
  const digits = toLatinDigits(text).replace(/\D/g, '');
  if (digits.length < shortestBin) return null;
  return digits.slice(0, digits.length < longestBin ? shortestBin : longestBin);
}
