/** Counts what is open at present, by key. */
export interface Counter {
  isFull: (key: string) => boolean;
  /** Returns a function that takes the count back; repeated calls have no effect. */
  add: (key: string) => () => void;
}

/** Builds a counter whose keys are full at `most`. */
export function buildCounter(most: number): Counter {
  const counts = new Map<string, number>();
  return {
    isFull: (key) => (counts.get(key) ?? 0) >= most,
    add: (key) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      let isCounted = true;
      return () => {
        if (!isCounted) return;
        isCounted = false;
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}
