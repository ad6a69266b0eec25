import { toLatinDigits } from './amount.ts';
import type { FieldOf } from './entities/field.ts';

export type PhoneDefinition = Pick<FieldOf<'phone_with_prefix'>, 'prefix' | 'example' | 'dialling'>;

/** The number in a text. */
export type PhoneNumber =
  | { kind: 'empty' }
  /** The part after the prefix, as it was written. */
  | { kind: 'own'; national: string }
  /** A number with another country's prefix, included in its digits. */
  | { kind: 'foreign'; digits: string };

/**
 * Returns the international number (§5) for a text: `+8801812345678`. A number that was typed with
 * another country's prefix keeps that prefix. A text without digits gives '', and one with words
 * behind its number, which is no number, is returned as it is.
 */
export function readPhone(text: string, definition: PhoneDefinition): string {
  if (hasWordsBehind(text)) return text.trim();
  const number = readPhoneNumber(cleanPhone(text), definition);
  switch (number.kind) {
    case 'empty':
      return '';
    case 'own':
      return `${definition.prefix}${dropTrunk(number.national, definition, { mayRewrite: true })}`;
    case 'foreign':
      return `+${number.digits}`;
  }
}

/** Whether letters stand behind a digit, as before an extension: its digits are another number's. */
export function hasWordsBehind(text: string): boolean {
  const at = text.search(/\p{Nd}/u);
  return at >= 0 && /\p{L}/u.test(text.slice(at));
}

/** Converts digits of any script to Latin ones, keeps a leading plus, and unifies separators. */
export function cleanPhone(text: string): string {
  const plain = toLatinDigits(text)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\uff0b/g, '+')
    .replace(/\s/g, ' ')
    .replace(/[^\d+\- ]/g, '');
  const isInternational = /^[\s-]*\+/.test(plain);
  return `${isInternational ? '+' : ''}${plain.replace(/^[\s-]*\+|\+/g, '').trimStart()}`;
}

export function digitsOfPhone(text: string): string {
  return text.replace(/\D/g, '');
}

/** Reads a cleaned text ({@link cleanPhone}), by the metadata of libphonenumber. */
export function readPhoneNumber(text: string, definition: PhoneDefinition): PhoneNumber {
  const digits = digitsOfPhone(text);
  if (digits === '') return { kind: 'empty' };
  const code = digitsOfPhone(definition.prefix);
  const dialled = text.startsWith('+') ? 0 : findInternational(digits, definition);
  if (dialled !== null) {
    const international = digits.slice(dialled);
    if (!international.startsWith(code)) return { kind: 'foreign', digits: international };
    return readNational(skipDigits(text, dialled + code.length), definition);
  }
  // A prefix without a plus is uncertain: a country's own numbers may begin with the same digits.
  const behindCode = digits.startsWith(code) ? skipDigits(text, code.length) : '';
  const isFull = isLikeExample(dropTrunk(digitsOfPhone(behindCode), definition), definition);
  return readNational(isFull ? behindCode : text, definition);
}

/**
 * Returns the number of digits that are dialled before a country's prefix, such as `00` or `810`;
 * null if the digits don't begin so. What isn't `00` counts only before the prefix of the country
 * and a whole number.
 */
export function findInternational(digits: string, definition: PhoneDefinition): number | null {
  const { international = '00' } = definition.dialling ?? {};
  const [found] = matchStart(international, digits) ?? [];
  const code = digitsOfPhone(definition.prefix);
  const behind = found === undefined ? '' : digits.slice(found.length);
  const isWhole =
    behind.startsWith(code) &&
    isLikeExample(dropTrunk(behind.slice(code.length), definition), definition);
  if (found !== undefined && isWhole) return found.length;
  return digits.startsWith('00') ? 2 : null;
}

function readNational(text: string, definition: PhoneDefinition): PhoneNumber {
  const digits = digitsOfPhone(text);
  if (digits === '') return { kind: 'empty' };
  const rest = dropTrunk(digits, definition);
  const dropped = digits.length - rest.length;
  return { kind: 'own', national: dropped === 0 ? text : skipDigits(text, dropped) };
}

/**
 * Removes what is dialled before a number inside of the country, such as `0` or `80`. A number that
 * may be meant with it, or that neither is one without it nor is as long as the example, stays. Some countries write a number otherwise
 * within: only with `mayRewrite` is it rewritten (Argentina: `011 15 …` is `9 11 …`), as a part of a
 * longer number may look like one.
 */
function dropTrunk(
  text: string,
  definition: PhoneDefinition,
  { mayRewrite = false }: { mayRewrite?: boolean } = {},
): string {
  const digits = digitsOfPhone(text);
  const { trunk, trunkTo } = definition.dialling ?? {};
  if (trunk === undefined || isNational(digits, definition)) return digits;
  const match = matchStart(trunk, digits);
  if (match === null) return digits;
  const [dialled] = match;
  const isRewritten = trunkTo !== undefined && match.slice(1).some((group) => group !== undefined);
  const rest = isRewritten
    ? `${trunkTo.replace(/\$(\d)/g, (_, at: string) => match[Number(at)] ?? '')}${digits.slice(dialled.length)}`
    : digits.slice(dialled.length);
  const isAllowed = digits.endsWith(rest) || (mayRewrite && rest.length < digits.length);
  // Countries that share a prefix have numbers of one length: KZ is dialled as RU is.
  const isOfLength = !isRewritten && rest.length === digitsOfPhone(definition.example ?? '').length;
  return isAllowed && (isOfLength || isNational(rest, definition)) ? rest : digits;
}

/** The longest text of digits that patterns run over; no number is as long (E.164). */
const mostDigits = 25;

function matchStart(pattern: string, digits: string): RegExpExecArray | null {
  return digits.length > mostDigits ? null : new RegExp(`^(?:${pattern})`).exec(digits);
}

/** Whether digits are a whole number of the country, without its prefix. */
function isNational(digits: string, { dialling }: PhoneDefinition): boolean {
  if (dialling === undefined || digits.length > mostDigits) return false;
  return new RegExp(`^(?:${dialling.national})$`).test(digits);
}

/** Whether digits are a whole number, as long as the example. */
function isLikeExample(digits: string, definition: PhoneDefinition): boolean {
  const shown = digitsOfPhone(definition.example ?? '');
  if (shown === '' || digits.length !== shown.length) return false;
  return definition.dialling === undefined || isNational(digits, definition);
}

/** Returns the text after that many digits, without the separators at its start. */
function skipDigits(text: string, count: number): string {
  let seen = 0;
  const at = [...text].findIndex((letter) => /\d/.test(letter) && ++seen > count);
  return at < 0 ? '' : text.slice(at);
}
