import { CaptchaError } from './captcha-error.ts';
import { settleOnce } from './settle-once.ts';

/** §8 "network failure (retried up to 4 times)". */
const mostRetries = 4;

/** §9: the pause before a retry, times its number. */
const pauseMs = 500;

/** How long one try at a script, or at getting ready, is waited for (§9). No retry begins after as long. */
export const timeoutMs = 30_000;

/** Tries again where the network may be to blame. Rejects with what the last try rejected with. */
export async function withRetries<Result>(
  signal: AbortSignal,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  for (let retry = 1; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isOver = retry > mostRetries || performance.now() - startedAt >= timeoutMs;
      if (!isNetworkToBlame(error) || isOver) throw error;
    }
    await pause(pauseMs * retry, signal);
  }
}

function isNetworkToBlame(error: unknown): boolean {
  return (
    error instanceof CaptchaError && (error.kind === 'network' || error.kind === 'scriptFailed')
  );
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return settleOnce<void>(signal, ({ solve }) => {
    const timer = setTimeout(solve, durationMs);
    return () => clearTimeout(timer);
  });
}
