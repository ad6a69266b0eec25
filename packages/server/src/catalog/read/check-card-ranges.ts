import { type CardRange, readRange } from '../card-ranges.ts';
import type { CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

type WithPrefixes = Placed<{ prefixes: readonly string[] }>;

interface PlacedRange extends CardRange {
  placed: WithPrefixes;
  index: number;
}

/**
 * Checks that prefixes of the same length don't overlap: their card numbers would have two owners.
 * Of prefixes of different lengths the longest takes precedence.
 */
export function checkCardRanges(entries: readonly WithPrefixes[]): CatalogProblem[] {
  const ranges = entries
    .flatMap((placed) =>
      placed.entry.prefixes.flatMap((prefix, index): PlacedRange[] => {
        const range = readRange(prefix);
        return range === null ? [] : [{ ...range, placed, index }];
      }),
    )
    .sort((left, right) => left.length - right.length || left.from - right.from);
  const problems: CatalogProblem[] = [];
  let furthest: PlacedRange | undefined;
  for (const range of ranges) {
    const overlapped = furthest;
    if (overlapped?.length !== range.length || overlapped.to < range.to) furthest = range;
    if (overlapped?.length !== range.length || overlapped.to < range.from) continue;
    problems.push(problemAt(range.placed, `prefixes.${range.index}`, describe(range, overlapped)));
  }
  return problems;
}

function describe(range: PlacedRange, { placed, index }: PlacedRange): string {
  const textOf = ({ placed, index }: Pick<PlacedRange, 'placed' | 'index'>) =>
    `"${placed.entry.prefixes[index]}"`;
  return `${textOf(range)} overlaps ${textOf({ placed, index })} of ${placed.file}: ${placed.path}`;
}
