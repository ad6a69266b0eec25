import { useCallback, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { type Remaining, secondsUntil, splitSeconds } from './remaining.ts';
import { followDeadline } from './shared-timer.ts';

/** The time in markup that the server draws: its clock is another one. */
export const unknownSeconds = -1;
const getUnknown = () => unknownSeconds;

/**
 * Returns the time left until a deadline (ms since 1970), updated each second (§4 Countdown).
 * `onExpire` is called once per deadline, at zero, or at once where it has passed already.
 * On the server the time is {@link unknownSeconds}.
 */
export function useCountdown(deadlineMs: number, onExpire?: () => void): Remaining {
  const subscribe = useCallback(
    (listener: () => void) => followDeadline(deadlineMs, listener),
    [deadlineMs],
  );
  const totalSeconds = useSyncExternalStore(
    subscribe,
    () => secondsUntil(deadlineMs, Date.now()),
    getUnknown,
  );
  const expired = useRef<number | null>(null);
  const notifyExpired = useEffectEvent(() => onExpire?.());
  const isOver = totalSeconds === 0;

  useEffect(() => {
    if (!isOver || expired.current === deadlineMs) return;
    expired.current = deadlineMs;
    notifyExpired();
  }, [isOver, deadlineMs]);

  return splitSeconds(totalSeconds);
}
