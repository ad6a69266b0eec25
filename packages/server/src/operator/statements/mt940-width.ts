import type { Field } from './mt940-fields.ts';

/** SWIFT's width of a line, and the least that a bank breaks texts at. */
const usualWidth = 65;
const leastWidth = 50;

/**
 * Returns what learns the width at which a bank breaks the texts of a file (`:86:`), and tells it: that
 * of SWIFT, or of the longest line if that is shorter, or if no text of the file is broken. A line that
 * is so long may be broken, so that what begins the next one may be a payer's.
 */
export function startWidth(): { learn: (field: Field) => void; tell: () => number } {
  let longest = 0;
  let isBroken = false;
  return {
    learn: ({ tag, lines }) => {
      if (tag !== '86') return;
      isBroken ||= lines.length > 1;
      for (const { length } of lines) longest = Math.max(longest, length);
    },
    tell: () => Math.max(leastWidth, isBroken ? Math.min(usualWidth, longest) : longest),
  };
}
