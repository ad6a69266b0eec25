/**
 * The kinds of Pix keys as written in a code: a phone with its plus, numbers without punctuation.
 */
const kinds: readonly RegExp[] = [
  /^\d{11}$/,
  /^\d{14}$/,
  /^\+[1-9]\d{7,14}$/,
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
];

/**
 * Whether a text has the form of a Pix key: CPF, CNPJ, phone, e-mail or random key. Only a bank
 * knows whether the key exists.
 */
export function isPixKey(text: string): boolean {
  return text.length <= 77 && /^[\x21-\x7e]+$/.test(text) && kinds.some((kind) => kind.test(text));
}
