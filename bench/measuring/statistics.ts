/** Returns the value that the given share (0 to 1) of the values doesn't exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('There are no values to take a percentile of.');
  return value;
}

/** Describes times in milliseconds by their median and slow percentiles. */
export function describeTimes(times: number[]): string {
  return [0.5, 0.95, 0.99]
    .map((share) => `p${share * 100} ${percentile(times, share).toFixed(1)} ms`)
    .join(', ');
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}
