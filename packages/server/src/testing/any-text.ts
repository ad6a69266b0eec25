import fc from 'fast-check';

/** How many code points are no half of a pair, where the halves begin, and how many they are. */
const codePoints = 0x110000 - 0x800;
const firstHalf = 0xd800;
const halves = 0x800;

const characterAt = (index: number) =>
  String.fromCodePoint(index < firstHalf ? index : index + halves);

function indexOf(character: unknown): number {
  const codePoint = String(character).codePointAt(0) ?? 0;
  const index = codePoint < firstHalf ? codePoint : codePoint - halves;
  if (characterAt(index) === character) return index;
  throw new Error('That is no character');
}

/** A text of any code points. */
export const anyText = buildAnyText();

/**
 * The same, at most so long. `fc.string({ unit: 'binary' })` gives it too, but first lists all 1.1 million
 * code points, which takes seconds. The way back from character to index lets `fc.string` mix in words
 * that programs trip over (`__proto__`, `toString`).
 */
export function buildAnyText(constraints: { maxLength?: number } = {}): fc.Arbitrary<string> {
  const unit = fc.nat({ max: codePoints - 1 }).map(characterAt, indexOf);
  return fc.string({ ...constraints, unit });
}
