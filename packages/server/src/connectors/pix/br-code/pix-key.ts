import { holdsTaxId } from '@kassa/contract';

/**
 * The kinds of Pix keys besides tax numbers, as written in a code: a phone with its plus.
 */
const kinds: readonly RegExp[] = [
  /^\+[1-9]\d{7,14}$/,
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
];

/**
 * Whether a text has the form of a Pix key: CPF or CNPJ without punctuation, phone, e-mail or random
 * key. Only a bank knows whether the key exists.
 */
export function isPixKey(text: string): boolean {
  if (text.length > 77 || !/^[\x21-\x7e]+$/.test(text)) return false;
  return holdsTaxId('cpfOrCnpj', text) || kinds.some((kind) => kind.test(text));
}
