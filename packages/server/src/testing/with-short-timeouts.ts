import { workingTimeout } from './working-timeout.ts';

/** Shorter than a deliberately slow response takes, and short enough for a test. */
const soonMs = 300;
/** So many ticks that a request reaches a server of this process before they are over. */
const tickMs = 10;

/**
 * Runs `act` with every timeout of outgoing requests cut to 300 ms in which this process could run.
 * Production timeouts are as long as a busy machine may take, and a test would wait that long for
 * each silent server.
 */
export async function withShortTimeouts<Result>(act: () => Promise<Result>): Promise<Result> {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => workingTimeout(Math.min(ms, soonMs), tickMs);
  try {
    return await act();
  } finally {
    AbortSignal.timeout = timeout;
  }
}
