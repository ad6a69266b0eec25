import { useEffect, useEffectEvent, useState } from 'react';
import type { CreatedDeposit } from './use-created-deposit.ts';
import { useDepositWatch } from './use-deposit-watch.ts';
import { type PaymentControls, usePayment } from './use-payment.ts';

/** A payment while its player makes it. */
export interface CreatedPayment {
  payment: PaymentControls;
  /** `beganMs` and `deadlineMs` are in ms since 1970, by the device's clock. */
  beganMs: number;
  deadlineMs: number;
  /** The payment can't be made any more, by the clock or by the server. */
  isOver: boolean;
  /** The payment was seen on its chain: its status shows next. */
  isSeen: boolean;
  /** The server knows of its money. */
  isArrived: boolean;
  onExpire: () => void;
}

/**
 * Follows a payment while its player makes it. Goes to its status as soon as its money has arrived
 * or is on its way on a chain, or it has ended, except for an expired payment, which stays on its page.
 * @param statedMs - the end of the invoice, in ms since 1970 by the server's clock; null where the
 * provider sends none
 * @param isInvoice - the player pays by details that the page shows, and nothing else tells when
 */
export function useCreatedPayment(
  { deposit, method, clockAheadMs }: CreatedDeposit<unknown>,
  statedMs: number | null,
  { isInvoice = false }: { isInvoice?: boolean } = {},
): CreatedPayment {
  const { depositId, paymentMethod, createdAt, expiresAt } = deposit;
  const aheadMs = clockAheadMs ?? 0;
  const payment = usePayment(deposit, { isInvoice, method });
  const ofDepositMs = Date.parse(expiresAt);
  const deadlineMs = Math.min(statedMs ?? ofDepositMs, ofDepositMs) + aheadMs;
  const [expiredMs, setExpiredMs] = useState(deadlineMs <= Date.now() ? deadlineMs : null);
  const isExpired = expiredMs === deadlineMs;
  const isStanding = isInvoice && !isExpired;
  const { status, isSeen } = useDepositWatch(depositId, paymentMethod, isStanding);
  const isSettled = isSeen || (status !== 'waiting' && status !== 'expired');
  const leave = useEffectEvent(() => payment.showStatus());
  useEffect(() => {
    if (isSettled) leave();
  }, [isSettled]);
  return {
    payment,
    beganMs: Date.parse(createdAt) + aheadMs,
    deadlineMs,
    // A clock that wasn't compared with the server's doesn't end a payment.
    isOver: status === 'expired' || (clockAheadMs !== null && isExpired),
    isSeen,
    isArrived: isSeen || status === 'accepted' || status === 'processed',
    onExpire: () => setExpiredMs(deadlineMs),
  };
}
