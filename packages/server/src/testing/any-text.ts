import fc from 'fast-check';

/** How many code points are no half of a pair, and where the halves begin. */
const codePoints = 0x110000 - 0x800;
const firstHalf = 0xd800;

/**
 * A text of any code points. `fc.string({ unit: 'binary' })` gives the same, but first lists all 1.1
 * million of them, which takes seconds.
 */
export const anyText = fc
  .array(fc.nat({ max: codePoints - 1 }))
  .map((indices) =>
    String.fromCodePoint(...indices.map((index) => (index < firstHalf ? index : index + 0x800))),
  );
