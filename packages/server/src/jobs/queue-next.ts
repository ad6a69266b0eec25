import { setTimeout as delay } from 'node:timers/promises';

interface Patience {
  /** Once it is aborted, nothing is tried again. */
  stopped: AbortSignal;
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
  for (;;) {
    try {
      await queue();
      return;
    } catch (error) {
      onFailure(error);
    }
    if (stopped.aborted) return;
    await delay(pauseMs, undefined, { signal: stopped }).catch(() => {});
  }
}
