import { useEffect, useEffectEvent, useState } from 'react';
import { useCountdown } from '../../../features/countdown/use-countdown.ts';
import { usePageVisible } from '../../../ui/use-page-visible.ts';
import type { OrderedWithdrawal } from '../kept-withdrawal.ts';

type Lock = OrderedWithdrawal['quote']['rateLock'];

/** The deadline of a countdown that doesn't run. */
const noDeadline = 0;

/**
 * Follows the time for which a quote's rate holds. Once it is over, `onOver` asks for another quote:
 * as soon as the player looks at the page, and not while it is held.
 */
export function useRateLock(lock: Lock, isHeld: boolean, onOver: () => void) {
  const [first, setFirst] = useState({ lock, isFresh: isFresh(lock) });
  const known = first.lock?.code === lock?.code ? first : { lock, isFresh: isFresh(lock) };
  if (known !== first) setFirst(known);
  // A lock that comes with its time over is one of another clock: the server alone decides then.
  const deadlineMs = known.isFresh && lock !== null ? lock.expiresAt : null;
  const { isOver } = useCountdown(deadlineMs ?? noDeadline);
  const isVisible = usePageVisible();
  const renew = useEffectEvent(onOver);
  const isDue = deadlineMs !== null && isOver;
  useEffect(() => {
    if (isDue && isVisible && !isHeld) renew();
  }, [isDue, isVisible, isHeld]);
  return { deadlineMs, isOver: isDue };
}

function isFresh(lock: Lock): boolean {
  return lock !== null && lock.expiresAt > Date.now();
}
