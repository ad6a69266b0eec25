import { useEffect, useEffectEvent, useState } from 'react';
import type { CreatedDeposit } from './use-created-deposit.ts';
import { useDepositWatch } from './use-deposit-watch.ts';
import { type PaymentControls, usePayment } from './use-payment.ts';

/** A payment that its player is at. */
export interface CreatedPayment {
  payment: PaymentControls;
  /** Both by the device's clock, in ms since 1970. */
  beganMs: number;
  deadlineMs: number;
  /** It can't be made any more: by the clock, or by the server's word. */
  isOver: boolean;
  onExpire: () => void;
}

/**
 * Follows a payment while its player makes it: goes to where it stands as soon as its money is there
 * or it has come to an end, but for one whose time is up, which has a page of its own.
 * @param statedMs - when the invoice ends, in ms since 1970 by the server's clock; null where it doesn't say
 */
export function useCreatedPayment(
  { deposit, clockAheadMs }: CreatedDeposit<unknown>,
  statedMs: number | null,
): CreatedPayment {
  const { depositId, paymentMethod, createdAt, expiresAt } = deposit;
  const aheadMs = clockAheadMs ?? 0;
  const payment = usePayment(deposit);
  const status = useDepositWatch(depositId, paymentMethod);
  const ofDepositMs = Date.parse(expiresAt);
  const deadlineMs = Math.min(statedMs ?? ofDepositMs, ofDepositMs) + aheadMs;
  const [expiredMs, setExpiredMs] = useState(deadlineMs <= Date.now() ? deadlineMs : null);
  const isSettled = status !== 'waiting' && status !== 'expired';
  const leave = useEffectEvent(() => payment.showStatus());
  useEffect(() => {
    if (isSettled) leave();
  }, [isSettled]);
  return {
    payment,
    beganMs: Date.parse(createdAt) + aheadMs,
    deadlineMs,
    // A clock that nobody has compared with the server's takes no payment away.
    isOver: status === 'expired' || (clockAheadMs !== null && expiredMs === deadlineMs),
    onExpire: () => setExpiredMs(deadlineMs),
  };
}
