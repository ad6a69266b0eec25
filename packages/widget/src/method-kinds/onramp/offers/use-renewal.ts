import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CreatedDeposit } from '../../../flows/deposit/created/use-created-deposit.ts';
import type { OfferControls, OffersStep } from './use-offers.ts';

/** The time of the present offers. */
export interface Renewal {
  /** In ms since 1970, by the device's clock; null where the server states none. */
  deadlineMs: number | null;
  /** The offers can't be taken any more. */
  isOver: boolean;
  onExpire: () => void;
}

/**
 * Renews the offers once when their time is up, as soon as the player looks at them. After a failure
 * the player renews them by a press.
 */
export function useRenewal(
  { step, clockAheadMs }: CreatedDeposit<OffersStep>,
  { state, renew }: Pick<OfferControls, 'state' | 'renew'>,
): Renewal {
  const { expiresAtMs } = step;
  const deadlineMs = expiresAtMs === null ? null : expiresAtMs + (clockAheadMs ?? 0);
  const [overMs, setOverMs] = useState<number | null>(null);
  const renewedMs = useRef<number | null>(null);
  const isOver = deadlineMs !== null && (overMs === deadlineMs || deadlineMs <= Date.now());
  const canRenew = isOver && state.kind === 'choosing';
  const renewOnce = useEffectEvent(() => {
    if (document.visibilityState === 'hidden' || renewedMs.current === deadlineMs) return;
    renewedMs.current = deadlineMs;
    renew();
  });
  useEffect(() => {
    if (!canRenew) return;
    const handleVisible = () => renewOnce();
    handleVisible();
    document.addEventListener('visibilitychange', handleVisible);
    return () => document.removeEventListener('visibilitychange', handleVisible);
  }, [canRenew]);
  return { deadlineMs, isOver, onExpire: () => setOverMs(deadlineMs) };
}
