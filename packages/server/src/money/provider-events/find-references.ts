/** A space, dash, dot or underscore that stands where the reference has its dashes. */
const gap = String.raw`[\s\p{Pd}._]*`;
/** Crockford's base 32 (ground/make-reference.ts). */
const four = '([0-9A-HJKMNP-TV-Z]{4})';
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}])KS${gap}${four}${gap}${four}(?![\p{L}\p{N}])`,
  'gu',
);

/**
 * Returns the references of deposits that a payment's text names, in Kassa's form: `KS-7Q2M-41XK`.
 * Case, missing dashes, spaces and the text around it make no difference; any other character does.
 */
export function findReferences(text: string | null): string[] {
  const found = (text ?? '').normalize('NFKC').toUpperCase().matchAll(pattern);
  return [...new Set([...found].map(([, first, second]) => `KS-${first}-${second}`))];
}
