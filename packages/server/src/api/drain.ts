/** Tracks work that must end before the database may close, and whether new work is accepted. */
export interface Drain {
  /** The process is about to stop: load balancers should send new requests elsewhere. */
  readonly isLeaving: boolean;
  readonly isDraining: boolean;
  /** Tracks work that no open request waits for. The caller handles its errors. */
  track: (work: Promise<unknown>) => void;
  /** Reports on `/readyz` that the process stops; it still accepts work. */
  leave: () => void;
  /** Rejects new work from now on. Resolves when all tracked work has ended. */
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
