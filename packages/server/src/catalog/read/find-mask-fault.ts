/** Masks that are no pattern but a kind of value, with the defaults of §9. */
const maskWords: ReadonlySet<string> = new Set(['Number', 'Date']);

const brackets: Record<string, string> = { ']': '[', '}': '{' };

/**
 * Says what is wrong with a mask, or null. It is `Number`, `Date` or a pattern as imask has them: `0` a
 * digit, `a` a letter, `*` anything; `[…]` may be left out, `{…}` belongs to the value, `\` makes the next
 * character stand for itself, a backtick keeps what follows in its place.
 */
export function findMaskFault(mask: string): string | null {
  if (maskWords.has(mask)) return null;
  if (mask.length > 128) return 'is longer than any value';
  let takesInput = false;
  let open: string | null = null;
  for (let index = 0; index < mask.length; index += 1) {
    const character = mask.charAt(index);
    if (character === '\\') {
      if (index === mask.length - 1) return 'ends in the midst of "\\"';
      index += 1;
    } else if (character === '[' || character === '{') {
      if (open !== null) return `has a "${character}" within "${open}"`;
      open = character;
    } else if (character === ']' || character === '}') {
      if (open !== brackets[character]) return `has a "${character}" too many`;
      open = null;
    } else if ('0a*'.includes(character)) {
      takesInput = true;
    }
  }
  if (open !== null) return `has a "${open}" that is never closed`;
  return takesInput ? null : 'takes no character: it needs a 0, a or *';
}
