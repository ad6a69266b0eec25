/** Work that must end before the database may close, and whether new work is still taken. */
export interface Drain {
  /** The process is about to stop: balancers should send what comes next elsewhere. */
  readonly isLeaving: boolean;
  readonly isDraining: boolean;
  /** Keeps an eye on work that no open request waits for. Its failures are the caller's. */
  track: (work: Promise<unknown>) => void;
  /** Says so to who asks, and goes on taking work. */
  leave: () => void;
  /** From now on new work is refused. Resolves when all that was tracked has ended. */
  begin: () => Promise<void>;
}

export function buildDrain(): Drain {
  const running = new Set<Promise<unknown>>();
  let isLeaving = false;
  let isDraining = false;
  return {
    get isLeaving() {
      return isLeaving;
    },
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
    leave: () => {
      isLeaving = true;
    },
    begin: async () => {
      isLeaving = true;
      isDraining = true;
      while (running.size > 0) await Promise.all(running);
    },
  };
}
