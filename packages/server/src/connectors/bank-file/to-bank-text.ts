import anyAscii from 'any-ascii';

/**
 * Writes a text in the characters that every bank takes (EPC217-08): those of other scripts and
 * with accents by their Latin equivalents, the rest as spaces. References must not begin or end
 * with a slash, nor have two. Cut at `longest`; empty if nothing is left.
 */
export function toBankText(text: string, longest: number): string {
  // A picture would become its name.
  const letters = text.normalize('NFC').replaceAll(/\p{Extended_Pictographic}/gu, ' ');
  return anyAscii(letters)
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/ {2,}/g, ' ')
    .slice(0, longest)
    .replaceAll(/^[ /]+|[ /]+$/g, '');
}
