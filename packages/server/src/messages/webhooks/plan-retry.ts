const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses after the first failed attempt, the second … and after all further ones. */
const pausesMs = [5 * second, 30 * second, 2 * minute, 10 * minute, hour, 3 * hour, 6 * hour];
const lastPauseMs = 12 * hour;

/** How long an event is retried, from its creation or from a redelivery. */
const roundMs = 72 * hour;

/**
 * Returns when an event is sent again after its `attempt`-th attempt failed, or null after three
 * days. Adds up to a tenth of the pause, so that events that failed together aren't retried
 * together; the last attempt is at the end of the three days.
 */
export function planRetry(attempt: number, roundBeganAt: Date, now: Date): Date | null {
  const endsAt = roundBeganAt.getTime() + roundMs;
  if (now.getTime() >= endsAt) return null;
  const pauseMs = (pausesMs[attempt - 1] ?? lastPauseMs) * (1 + Math.random() / 10);
  return new Date(Math.min(now.getTime() + pauseMs, endsAt));
}
