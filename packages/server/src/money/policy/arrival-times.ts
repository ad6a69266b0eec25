/**
 * The upper bounds, in seconds, of the classes in which times until money arrived are counted; a
 * further class counts longer times. Rows of `route_statistics` have these classes: other bounds
 * need another column.
 */
export const arrivalBounds: readonly number[] = [
  ...[5, 15, 30, 60, 120, 180, 240, 300, 420, 600, 900, 1200, 1800, 2700],
  ...[3600, 7200, 10_800, 14_400, 21_600, 43_200, 86_400, 172_800, 259_200, 604_800],
];

/** Adds counts class by class. */
export function addClasses(one: readonly number[], other: readonly number[]): number[] {
  const longer = one.length > other.length ? one : other;
  return longer.map((_, index) => (one[index] ?? 0) + (other[index] ?? 0));
}

/**
 * Returns the upper bound, in seconds, of the class with the median time; null if the median is
 * longer than all bounds, or nothing was counted. The result is never too short.
 */
export function medianSeconds(classes: readonly number[]): number | null {
  const total = classes.reduce((sum, count) => sum + count, 0);
  let counted = 0;
  const index = classes.findIndex((count) => {
    counted += count;
    return count > 0 && counted * 2 >= total;
  });
  return arrivalBounds[index] ?? null;
}
