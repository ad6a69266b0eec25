/**
 * Counts the typos between the typed text and the beginning of a word. A wrong, missing or extra
 * letter counts once, and so do two swapped letters. Returns `most` + 1 for any higher number.
 */
export function countTypos(typed: string, word: string, most: number): number {
  // Beginnings that are longer by more than `most` have more than `most` typos.
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
    // Swapped letters refer to two rows back, but that row's values can't be lower by now.
    if (least > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(...last);
}

/** Returns how many typos a search of this length may have. In a short one each letter counts. */
export function allowedTypos(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
