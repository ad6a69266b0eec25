import {
  cleanPhone,
  digitsOfPhone,
  hasWordsBehind,
  type PhoneDefinition,
  readPhoneNumber,
} from '@kassa/contract';

/**
 * Returns the valid text after the prefix: digits, spaces and dashes. A pasted or filled-in number
 * loses the prefix here. One with another country's prefix stays whole, so that the player sees it.
 * So does a pasted text with words behind the number. A typed plus is rejected (§5), and a typed
 * letter.
 */
export function limitPhone(
  text: string,
  definition: PhoneDefinition,
  { isTyped, previous }: { isTyped: boolean; previous: string },
): string {
  if (hasWordsBehind(text) && (!isTyped || hasWordsBehind(previous))) return text;
  const cleaned = cleanPhone(text);
  const mayHavePlus = !isTyped || previous.startsWith('+');
  const kept = mayHavePlus ? cleaned : cleaned.replace('+', '');
  const number = readPhoneNumber(kept, definition);
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
  const number = readPhoneNumber(cleanPhone(value), definition);
  if (number.kind !== 'own') return '';
  const { example = '' } = definition;
  const digits = digitsOfPhone(number.national);
  if (digitsOfPhone(example).length !== digits.length) return digits;
  let next = 0;
  return example.replace(/\d/g, () => digits[next++] ?? '');
}
