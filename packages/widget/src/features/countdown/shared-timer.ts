type Listener = () => void;

/** The deadline of each listener (ms since 1970). */
const followers = new Map<Listener, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls back whenever a whole number of seconds is left until a deadline, and at the deadline
 * itself. All countdowns share one timer, which is set by the clock each time and so never drifts.
 * A hidden page, whose timers are slow, catches up as soon as it shows.
 * Returns a function that stops it.
 */
export function followDeadline(deadlineMs: number, listener: Listener): () => void {
  // Wraps the function: two followers may pass the same one.
  const follower = () => listener();
  if (followers.size === 0) document.addEventListener('visibilitychange', notifyAll);
  followers.set(follower, deadlineMs);
  plan();
  return () => {
    followers.delete(follower);
    if (followers.size > 0) return;
    document.removeEventListener('visibilitychange', notifyAll);
    clearTimeout(timer);
    timer = undefined;
  };
}

function notifyAll(): void {
  for (const follower of [...followers.keys()]) follower();
  plan();
}

/** Sets the timer to the next moment at which a follower's second changes. */
function plan(): void {
  clearTimeout(timer);
  const now = Date.now();
  const waits = [...followers.values()]
    .filter((deadlineMs) => deadlineMs > now)
    .map((deadlineMs) => (deadlineMs - now) % 1000 || 1000);
  timer = waits.length === 0 ? undefined : setTimeout(notifyAll, Math.min(...waits));
}
