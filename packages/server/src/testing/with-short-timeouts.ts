/** Shorter than a deliberately slow response takes, and short enough for a test. */
const soonMs = 300;

/**
 * Runs `act` with every timeout of outgoing requests cut to 300 ms. Production timeouts are as long
 * as a busy machine may take, and a test would wait that long for each silent server.
 */
export async function withShortTimeouts<Result>(act: () => Promise<Result>): Promise<Result> {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.min(ms, soonMs));
  try {
    return await act();
  } finally {
    AbortSignal.timeout = timeout;
  }
}
