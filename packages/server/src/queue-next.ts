import { setTimeout as delay } from 'node:timers/promises';

interface Patience {
  /** Once it is aborted, nothing is tried again. */
  stopped: AbortSignal;
  /** Told of the first failure; those that follow say the same. */
  onFailure: (error: unknown) => void;
  pauseMs?: number;
}

/**
 * Queues the next run of a job, again and again until the database takes it: a database that was away for
 * a moment must not leave a job to the minute's cron. Never rejects.
 */
export async function queueNext(
  queue: () => Promise<unknown>,
  { stopped, onFailure, pauseMs = 1000 }: Patience,
): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      await queue();
      return;
    } catch (error) {
      if (failures === 0) onFailure(error);
    }
    await delay(pauseMs, undefined, { signal: stopped }).catch(() => {});
    if (stopped.aborted) return;
  }
}
