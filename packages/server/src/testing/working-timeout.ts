const tickMs = 100;

/**
 * Aborts once so many milliseconds have passed in which this process could work: where the whole machine
 * stalls, its timers would be due before the answer that is already there, so a stall counts as one tick.
 */
export function workingTimeout(timeoutMs: number): AbortSignal {
  const controller = new AbortController();
  let leftMs = timeoutMs;
  const timer = setInterval(() => {
    leftMs -= tickMs;
    if (leftMs > 0) return;
    clearInterval(timer);
    controller.abort();
  }, tickMs);
  timer.unref();
  return controller.signal;
}
