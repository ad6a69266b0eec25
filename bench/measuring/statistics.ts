/** The value that the given share (0 to 1) of the values does not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('There is nothing to take a percentile of.');
  return value;
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}
