import { setTimeout as delay } from 'node:timers/promises';

/** Runs something again and again, with a pause after each run, until told to stop. `run` never rejects. */
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
