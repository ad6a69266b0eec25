import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `run` repeatedly, with a pause after each run, until `stopped` is aborted. `run` never
 * rejects.
 */
export async function repeatUntil(
  stopped: AbortSignal,
  pauseMs: number,
  run: () => Promise<void>,
): Promise<void> {
  while (!stopped.aborted) {
    await run();
    await delay(pauseMs, undefined, { signal: stopped }).catch(() => {});
  }
}
