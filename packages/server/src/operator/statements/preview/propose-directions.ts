import {
  type Direction,
  type Directions,
  directionSetNames,
  meaningsOf,
  resolveDirection,
} from '../../../brands/direction-words.ts';
import type { CsvRow } from '../../../ground/files/read-rows.ts';
import type { Proposed } from './propose-date.ts';

/** Finds what a file's words of the direction mean; undefined: the usual words are enough. */
export function proposeDirections(
  rows: readonly CsvRow[],
  place: number,
): Proposed<Directions | undefined> {
  const words = new Map<string, number>();
  for (const { line, values } of rows) {
    const word = (values[place] ?? '').trim();
    if (!words.has(word)) words.set(word, line);
  }
  const readIn = (set: Directions | undefined) =>
    [...words.keys()].map((word) => resolveDirection(set, word));
  const isWhole = (read: readonly (Direction | undefined)[]) => !read.includes(undefined);
  const usual = readIn(undefined);
  const sets = directionSetNames.filter((set) => isWhole(readIn(set)));
  const readings = new Set(sets.map((set) => readIn(set).join()));
  const line = [...words.values()][0] ?? 0;
  if (readings.size > 1) {
    const what = `directions: the words may be of ${sets.map((set) => `"${set}"`).join(' or ')}`;
    return { doubts: [{ line, what }] };
  }
  const [set] = sets;
  const isUsual = isWhole(usual) && [undefined, usual.join()].includes([...readings][0]);
  if (isUsual) return { value: undefined };
  if (set !== undefined) return { value: set };
  return {
    doubts: [...words]
      .filter(([word]) => resolveDirection(undefined, word) === undefined)
      .map(([word, at]) => ({
        line: at,
        what:
          meaningsOf(word).length > 0
            ? 'directions: a word means opposite things at several banks'
            : 'directions: a word is unknown',
      })),
  };
}
