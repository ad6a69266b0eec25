/** Failures in a row that count: a single lost exchange is retried, and mostly comes through. */
const failuresToTell = 2;
/** The interval in ms of the probes while no exchange comes through. */
const probeMs = 10_000;

/** What the exchanges tell about the way to the server. */
export interface Reachability {
  /** An exchange was answered, whatever the answer, or wasn't. */
  note(isAnswered: boolean): void;
  /** Calls back at every change. Returns a function that stops it. */
  onChange(listener: (isReachable: boolean) => void): () => void;
  close(): void;
}

/**
 * Follows whether the server can be reached. It probes while it can't: the player may have nothing
 * else to ask for.
 * @param probe - makes an exchange, which is noted like any other
 */
export function followReachability(probe: () => void): Reachability {
  const listeners = new Set<(isReachable: boolean) => void>();
  let failures = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const stopProbing = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const tell = (isReachable: boolean) => {
    for (const listener of listeners) listener(isReachable);
  };
  return {
    note: (isAnswered) => {
      failures = isAnswered ? 0 : failures + 1;
      if (isAnswered) stopProbing();
      else if (failures >= failuresToTell) timer ??= setInterval(probe, probeMs);
      if (isAnswered || failures >= failuresToTell) tell(isAnswered);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: stopProbing,
  };
}
