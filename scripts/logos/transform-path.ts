/**
 * Moves and scales an outline of the absolute commands M, L, Q, C and Z. The result has relative
 * commands in tenths, which is short, and finer than a screen shows in a logo of 48.
 */
export function transformPath(
  path: string,
  { scale, x, y }: { scale: number; x: number; y: number },
): string {
  let at = [0, 0];
  let start = at;
  let last = '';
  return [...path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)]
    .map(([, command = '', text = '']) => {
      if (command === 'Z') {
        at = start;
        last = 'z';
        return 'z';
      }
      const points = text
        .trim()
        .split(/\s+/)
        .map((value, index) =>
          Math.round((Number(value) * scale + (index % 2 === 0 ? x : y)) * 10),
        );
      const moves = points.map((value, index) => value - (at[index % 2] ?? 0));
      at = points.slice(-2);
      if (command === 'M') start = at;
      else if (moves.every((move) => move === 0)) return '';
      const letter = last === '' ? 'M' : command.toLowerCase();
      const isRepeated = letter === last && letter !== 'm';
      last = letter;
      return isRepeated ? joinNumbers(moves, ' ') : letter + joinNumbers(moves, '');
    })
    .join('');
}

/** Joins tenths as numbers; a sign separates by itself. */
function joinNumbers(tenths: readonly number[], before: string): string {
  return tenths
    .map((value, index) => {
      const number = String(value / 10).replace(/^(-?)0\./, '$1.');
      const gap = index === 0 ? before : ' ';
      return number.startsWith('-') ? number : gap + number;
    })
    .join('');
}
