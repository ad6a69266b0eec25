/** Limits the rate of one connection's messages; in memory, and as fast as the code it protects. */
export interface PerSecond {
  /** Counts one message; returns whether it is within the limit of this second. */
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
