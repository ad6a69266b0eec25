import { useCallback, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { type Remaining, secondsUntil, splitSeconds } from './remaining.ts';
import { followDeadline } from './shared-timer.ts';

/**
 * What is left until a deadline (ms since 1970), each second anew (§4 Countdown). `onExpire` is called
 * once for a deadline, at zero; at once where it has passed already.
 */
export function useCountdown(deadlineMs: number, onExpire?: () => void): Remaining {
  const subscribe = useCallback(
    (listener: () => void) => followDeadline(deadlineMs, listener),
    [deadlineMs],
  );
  const totalSeconds = useSyncExternalStore(subscribe, () => secondsUntil(deadlineMs, Date.now()));
  const expired = useRef<number | null>(null);
  const tellExpired = useEffectEvent(() => onExpire?.());
  const isOver = totalSeconds === 0;

  useEffect(() => {
    if (!isOver || expired.current === deadlineMs) return;
    expired.current = deadlineMs;
    tellExpired();
  }, [isOver, deadlineMs]);

  return splitSeconds(totalSeconds);
}
