import { CaptchaError } from './captcha-error.ts';
import { settleOnce } from './settle-once.ts';

/** §8 "network failure (retried up to 4 times)". */
const mostRetries = 4;

/** §9: the pause before a retry is this times the retry's number. */
const pauseMs = 500;

/** The timeout for loading a script or getting ready (§9). No retry begins after it. */
export const timeoutMs = 30_000;

/** Retries after network failures. Rejects with the error of the last attempt. */
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
      if (!isNetworkFailure(error) || isOver) throw error;
    }
    await pause(pauseMs * retry, signal);
  }
}

function isNetworkFailure(error: unknown): boolean {
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
