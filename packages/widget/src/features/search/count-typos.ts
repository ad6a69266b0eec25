/**
 * How many typos lie between what was typed so far and the beginning of a word: letters that are
 * wrong, missing or too many, each counted once, and two that have changed places, counted as one.
 * Above `most` the answer is only that it is more.
 */
export function countTypos(typed: string, word: string, most: number): number {
  // A beginning that is longer by more than `most` has more typos than that.
  const width = Math.min(word.length, typed.length + most);
  if (typed.length - width > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: width + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= width; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        typed[row - 1] === word[column - 2] &&
        typed[row - 2] === word[column - 1];
      const cost = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      current.push(cost);
      least = Math.min(least, cost);
    }
    // Two rows back counts as well, for letters that have changed places, but is no less by then.
    if (least > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(...last);
}

/** How many typos a search of this length may hold: in a short one each letter counts. */
export function allowedTypos(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
