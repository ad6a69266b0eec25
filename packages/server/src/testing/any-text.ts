import fc from 'fast-check';

/**
 * The number of code points outside the surrogate range, the first surrogate, and the number of
 * surrogates.
 */
const codePoints = 0x110000 - 0x800;
const firstHalf = 0xd800;
const halves = 0x800;

const characterAt = (index: number) =>
  String.fromCodePoint(index < firstHalf ? index : index + halves);

function indexOf(character: unknown): number {
  const codePoint = String(character).codePointAt(0) ?? 0;
  const index = codePoint < firstHalf ? codePoint : codePoint - halves;
  if (characterAt(index) === character) return index;
  throw new Error('The value is not a character');
}

/** Texts of any code points. */
export const anyText = buildAnyText();

/**
 * Texts of at most `maxLength` code points. `fc.string({ unit: 'binary' })` gives such texts too,
 * but first lists all 1.1 million code points, which takes seconds. The way back from character to
 * index lets `fc.string` mix in words that break programs (`__proto__`, `toString`).
 */
export function buildAnyText(constraints: { maxLength?: number } = {}): fc.Arbitrary<string> {
  const unit = fc.nat({ max: codePoints - 1 }).map(characterAt, indexOf);
  return fc.string({ ...constraints, unit });
}
