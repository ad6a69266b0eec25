/** Sure to be over before an answer that is slow on purpose, and nothing to wait for. */
const soonMs = 300;

/**
 * Does something while whoever waits for an answer of another server gives up soon. Else tests wait
 * for as long as a busy machine takes to answer, which is not what silence is.
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
