/** Counts what one connection does; in memory, and as quick as what it guards. */
export interface PerSecond {
  /** Whether one more is allowed in this second. */
  take: () => boolean;
}

export function buildPerSecond(most: number): PerSecond {
  let startedAt = 0;
  let count = 0;
  return {
    take: () => {
      const now = performance.now();
      if (now - startedAt >= 1000) {
        startedAt = now;
        count = 0;
      }
      count += 1;
      return count <= most;
    },
  };
}
