import { compareDecimals, type Money } from '@kassa/contract';
import type { ProviderEvent } from '../../connectors/provider-event.ts';

/** Money that really arrived at an account for a deposit. */
export interface Receipt {
  id: string;
  account: string;
  depositId: string;
  money: Money;
  fee: Money | null;
}

/** Money that the provider really took back. */
export interface Reversal {
  id: string;
  account: string;
  depositId: string;
  receiptId: string;
  kind: 'chargeback' | 'refund' | 'reversal';
  money: Money;
}

/** The record of a deposit at one account. */
export interface ProviderDeposit {
  id: string;
  account: string;
  depositId: string;
  asked: Money;
  status: 'pending' | 'approved' | 'declined' | 'canceled';
  receipts: Receipt[];
  reversals: Reversal[];
}

/** The provider's record of a withdrawal. */
export interface Payout {
  id: string;
  withdrawalId: string;
  /** The requested money. */
  money: Money;
  /** What the provider really paid, if it is only a part. */
  part: Money | null;
  /** The money that the provider reports as paid; by mistake it may be other money. */
  reported: Money;
  status: 'sent' | 'completed' | 'failed' | 'returned';
  /** The statuses that the provider reported with the requested money. */
  rightly: Set<string>;
}

/** The provider's record of a refund that Kassa requested. A completed one is also a reversal. */
export interface RequestedRefund {
  id: string;
  refundId: string;
  receipt: Receipt;
  money: Money;
  status: 'sent' | 'completed' | 'failed';
}

/** One notification of an account, on its way or lost. */
export interface Notification {
  id: string;
  account: string;
  event: ProviderEvent;
}

export function describePayment({ id, depositId, status }: ProviderDeposit): ProviderEvent {
  return { kind: 'payment', providerReference: id, depositId, status, paid: null, fee: null };
}

export function describeReceipt({ id, depositId, money, fee }: Receipt): ProviderEvent {
  return {
    kind: 'payment',
    providerReference: id,
    depositId,
    status: 'approved',
    paid: money,
    fee,
  };
}

/** Providers differ in whether they name the receipt: this one does so except for `reversal`. */
export function describeReversal({
  id,
  depositId,
  receiptId,
  kind,
  money,
}: Reversal): ProviderEvent {
  return {
    kind: 'reversal',
    providerReference: id,
    depositId,
    paymentReference: kind === 'reversal' ? null : receiptId,
    reversal: kind,
    amount: money,
  };
}

export function describeRefund(refund: RequestedRefund): ProviderEvent {
  const { id, refundId, receipt, money, status } = refund;
  return {
    kind: 'refund',
    providerReference: id,
    refundId,
    depositId: receipt.depositId,
    status,
    refunded: status === 'completed' ? money : null,
  };
}

/** Whether the provider reports a payout with other money than it has paid. */
export function isMisreported({ money, part, reported }: Payout): boolean {
  const paid = part ?? money;
  return paid.currency !== reported.currency || compareDecimals(paid.amount, reported.amount) !== 0;
}

export function describePayout({ id, withdrawalId, status, reported }: Payout): ProviderEvent {
  const paid = status === 'completed' || status === 'returned' ? reported : null;
  return { kind: 'payout', providerReference: id, withdrawalId, status, paid, fee: null };
}
