import { type FieldOf, longestFieldValue, toLatinDigits } from '@kassa/contract';

type PhoneDefinition = Pick<FieldOf<'phone_with_prefix'>, 'prefix' | 'example'>;

/** The number in a text. */
type ReadNumber =
  | { kind: 'empty' }
  /** The part after the prefix, as it was written. */
  | { kind: 'own'; national: string }
  /** A number with another country's prefix, included in its digits. */
  | { kind: 'foreign'; digits: string };

/**
 * Returns the international number (§5) for the text in the input: `+8801812345678`. A number that
 * was typed with another country's prefix keeps that prefix. A text without digits gives ''.
 */
export function readPhone(text: string, definition: PhoneDefinition): string {
  const number = readNumber(clean(text), definition);
  switch (number.kind) {
    case 'empty':
      return '';
    case 'own':
      return `${definition.prefix}${digitsOf(number.national)}`;
    case 'foreign':
      return `+${number.digits}`;
  }
}

/**
 * Returns the valid text after the prefix: digits, spaces and dashes. A pasted or filled-in number
 * loses the prefix here. One with another country's prefix stays whole, so that the player sees it.
 * A typed plus is rejected (§5).
 */
export function limitPhone(
  text: string,
  definition: PhoneDefinition,
  { isTyped, previous }: { isTyped: boolean; previous: string },
): string {
  const cleaned = clean(text);
  const mayHavePlus = !isTyped || previous.startsWith('+');
  const kept = (mayHavePlus ? cleaned : cleaned.replace('+', '')).slice(0, longestFieldValue);
  const number = readNumber(kept, definition);
  switch (number.kind) {
    case 'empty':
      return '';
    case 'own':
      return number.national;
    case 'foreign':
      return kept;
  }
}

/** Formats a value as text: like the example where it has as many digits. */
export function writePhone(value: string, definition: PhoneDefinition): string {
  const number = readNumber(clean(value), definition);
  if (number.kind !== 'own') return '';
  const { example = '' } = definition;
  const digits = digitsOf(number.national);
  if (digitsOf(example).length !== digits.length) return digits;
  let next = 0;
  return example.replace(/\d/g, () => digits[next++] ?? '');
}

/** Converts digits of any script to Latin ones, keeps a leading plus, and unifies separators. */
function clean(text: string): string {
  const plain = toLatinDigits(text)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\uff0b/g, '+')
    .replace(/\s/g, ' ')
    .replace(/[^\d+\- ]/g, '');
  const isInternational = /^[\s-]*\+/.test(plain);
  return `${isInternational ? '+' : ''}${plain.replace(/^[\s-]*\+|\+/g, '').trimStart()}`;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

function readNumber(text: string, definition: PhoneDefinition): ReadNumber {
  const digits = digitsOf(text);
  if (digits === '') return { kind: 'empty' };
  const code = digitsOf(definition.prefix);
  if (text.startsWith('+') || digits.startsWith('00')) {
    const international = text.startsWith('+') ? digits : digits.slice(2);
    if (!international.startsWith(code)) return { kind: 'foreign', digits: international };
    const leading = digits.length - international.length + code.length;
    return readNational(skipDigits(text, leading), definition);
  }
  // A prefix without a plus is uncertain: a country's own numbers may begin with the same digits.
  const behindCode = digits.startsWith(code) ? skipDigits(text, code.length) : '';
  const isFull = isLikeExample(dropTrunk(behindCode, definition), definition);
  return readNational(isFull ? behindCode : text, definition);
}

function readNational(text: string, definition: PhoneDefinition): ReadNumber {
  const national = dropTrunk(text, definition);
  return digitsOf(national) === '' ? { kind: 'empty' } : { kind: 'own', national };
}

/**
 * Removes the trunk digit that is dialled inside of the country. That is safe only where the
 * example has none and the number is longer than the example by that digit alone.
 */
function dropTrunk(national: string, definition: PhoneDefinition): string {
  const trunkDigit = trunkDigitOf(definition.prefix);
  if (trunkDigit === null || !digitsOf(national).startsWith(trunkDigit)) return national;
  const rest = skipDigits(national, 1);
  return isLikeExample(rest, definition) ? rest : national;
}

/**
 * Returns whether a number has as many digits as the example, and a leading zero only if the
 * example has one.
 */
function isLikeExample(national: string, { example = '' }: PhoneDefinition): boolean {
  const shown = digitsOf(example);
  const digits = digitsOf(national);
  if (shown === '' || digits.length !== shown.length) return false;
  return digits.startsWith('0') === shown.startsWith('0');
}

/**
 * Returns the digit dialled before a number inside of a country: mostly 0. Italy's numbers keep it.
 */
function trunkDigitOf(prefix: string): string | null {
  switch (prefix) {
    case '+39':
      return null;
    case '+7':
    case '+993':
      return '8';
    default:
      return '0';
  }
}

/** Returns the text after that many digits, without the separators at its start. */
function skipDigits(text: string, count: number): string {
  let seen = 0;
  const at = [...text].findIndex((letter) => /\d/.test(letter) && ++seen > count);
  return at < 0 ? '' : text.slice(at);
}
