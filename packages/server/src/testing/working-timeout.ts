/**
 * Returns a signal that aborts after `timeoutMs` in which this process could run. If the whole
 * machine stalls, a plain timer would fire before the process reads a response that has arrived;
 * here a stall counts as one tick.
 */
export function workingTimeout(timeoutMs: number, tickMs = 100): AbortSignal {
  const controller = new AbortController();
  let leftMs = timeoutMs;
  const timer = setInterval(() => {
    leftMs -= tickMs;
    if (leftMs > 0) return;
    clearInterval(timer);
    // The reason of AbortSignal.timeout().
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, tickMs);
  timer.unref();
  return controller.signal;
}
