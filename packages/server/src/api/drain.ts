/** Work that must end before the database may close, and whether new work is still taken. */
export interface Drain {
  readonly isDraining: boolean;
  /** Keeps an eye on work that no open request waits for. Its failures are the caller's. */
  track: (work: Promise<unknown>) => void;
  /** From now on new work is refused. Resolves when all that was tracked has ended. */
  begin: () => Promise<void>;
}

export function buildDrain(): Drain {
  const running = new Set<Promise<unknown>>();
  let isDraining = false;
  return {
    get isDraining() {
      return isDraining;
    },
    track: (work) => {
      const end = () => {
        running.delete(tracked);
      };
      const tracked: Promise<void> = work.then(end, end);
      running.add(tracked);
    },
    begin: async () => {
      isDraining = true;
      while (running.size > 0) await Promise.all(running);
    },
  };
}
