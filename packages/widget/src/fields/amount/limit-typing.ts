import { decimalsOf, parseAmount, toLatinDigits } from '@kassa/contract';

/**
 * Keeps what is typed an amount of its currency: digits of any script become Latin, a comma a
 * point, and decimals the currency doesn't have are not taken (§5). A pasted amount with several
 * separators is read as a whole.
 */
export function limitTyping(text: string, currency: string): string {
  const plain = toLatinDigits(text)
    .replace(/٫/g, '.')
    .replace(/٬/g, ',')
    .replace(/[^\d.,]/g, '')
    .replace(/^[.,]+/, '');
  const separators = plain.match(/[.,]/g) ?? [];
  if (separators.length > 1) return limitTyping(parseAmount(plain), currency);
  const [whole = '', fraction] = plain.replace(/^0+(?=\d)/, '').split(/[.,]/);
  const decimals = decimalsOf(currency);
  if (fraction === undefined || decimals === 0) return whole;
  return `${whole}.${fraction.slice(0, decimals)}`;
}
