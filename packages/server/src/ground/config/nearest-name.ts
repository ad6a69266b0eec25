/**
 * Returns the known name that a misspelt one probably means; undefined if none is near. Capitals
 * don't count.
 * @param mostMistakes - how many letters may be wrong, missing, too many or swapped, by known name
 */
export function nearestName(
  name: string,
  known: Iterable<string>,
  mostMistakes: (known: string) => number = ({ length }) => Math.ceil(length / 3),
): string | undefined {
  const [nearest] = [...known]
    .map((candidate) => ({
      candidate,
      mistakes: countMistakes(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, mistakes }) => mistakes <= mostMistakes(candidate))
    .sort((left, right) => left.mistakes - right.mistakes);
  return nearest?.candidate;
}

/** The optimal string alignment distance: Levenshtein's, with swapped neighbours as one mistake. */
function countMistakes(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          Number(last[column]) + 1,
          Number(current[column - 1]) + 1,
          Number(last[column - 1]) + (isSame ? 0 : 1),
          isSwapped ? Number(beforeLast[column - 2]) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return Number(last[right.length]);
}
