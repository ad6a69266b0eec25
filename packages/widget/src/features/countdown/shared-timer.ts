type Listener = () => void;

/** Who follows which deadline (ms since 1970). */
const followers = new Map<Listener, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls back at each moment at which a whole number of seconds is left until a deadline, and at the
 * deadline itself. All countdowns share one timer, which is set anew each time by the clock and so
 * never drifts; a page that was hidden, whose timers are slow, catches up as soon as it shows.
 * Returns what ends it.
 */
export function followDeadline(deadlineMs: number, listener: Listener): () => void {
  // Each follower is its own, also where two share one function.
  const follower = () => listener();
  if (followers.size === 0) document.addEventListener('visibilitychange', tellAll);
  followers.set(follower, deadlineMs);
  plan();
  return () => {
    followers.delete(follower);
    if (followers.size > 0) return;
    document.removeEventListener('visibilitychange', tellAll);
    clearTimeout(timer);
    timer = undefined;
  };
}

function tellAll(): void {
  for (const follower of [...followers.keys()]) follower();
  plan();
}

/** Waits for the next moment at which anybody's second changes. */
function plan(): void {
  clearTimeout(timer);
  const now = Date.now();
  const waits = [...followers.values()]
    .filter((deadlineMs) => deadlineMs > now)
    .map((deadlineMs) => (deadlineMs - now) % 1000 || 1000);
  timer = waits.length === 0 ? undefined : setTimeout(tellAll, Math.min(...waits));
}
