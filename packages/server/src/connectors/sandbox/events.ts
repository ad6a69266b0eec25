import type { Money } from '@kassa/contract';
import type {
  PaymentInstrument,
  ProviderEvent,
  ProviderPayment,
  ProviderPayout,
  ProviderRefund,
  ProviderReversal,
} from '../provider-event.ts';
import { toDeclineReason } from './client/decline-reasons.ts';
import type {
  SandboxInstrument,
  SandboxPayment,
  SandboxPayout,
  SandboxReceipt,
  SandboxRefund,
  SandboxReversal,
} from './client/schemas.ts';

/** Converts a payment, as its own notification reports it: with its first receipt, if any. */
export function toPaymentEvent(payment: SandboxPayment): ProviderPayment {
  const { id, merchantReference, status, paidAmount, paidCurrency, currency, fee } = payment;
  const inPaidCurrency = (amount: string) => ({ amount, currency: paidCurrency ?? currency });
  const isPaid = status === 'approved' && paidAmount !== null;
  const declineReason = status === 'declined' ? toDeclineReason(payment.declineReason) : null;
  return {
    kind: 'payment',
    providerReference: id,
    depositId: merchantReference,
    status,
    // Never the requested amount: only the amount that the provider reports as received.
    paid: isPaid ? inPaidCurrency(paidAmount) : null,
    fee: isPaid && fee != null ? inPaidCurrency(fee) : null,
    ...(isPaid && toInstrument(payment.instrument)),
    ...(declineReason && { declineReason }),
  };
}

export function toReceiptEvent(receipt: SandboxReceipt): ProviderPayment {
  const { id, merchantReference, amount, currency, fee, instrument } = receipt;
  return {
    kind: 'payment',
    providerReference: id,
    depositId: merchantReference,
    status: 'approved',
    paid: { amount, currency },
    fee: fee == null ? null : { amount: fee, currency },
    ...toInstrument(instrument),
  };
}

const kinds: readonly PaymentInstrument['kind'][] = ['card', 'bankAccount', 'wallet'];

/** Converts what was paid with, as the part of the event that says so. */
function toInstrument(
  instrument: SandboxInstrument | null | undefined,
): Pick<ProviderPayment, 'instrument'> {
  if (instrument == null) return {};
  const kind = kinds.find((known) => known === instrument.kind) ?? 'other';
  return { instrument: { ...instrument, kind } };
}

/** Converts a reversal, which may be a refund that Kassa requested. */
export function toReversalEvent(reversal: SandboxReversal): ProviderReversal | ProviderRefund {
  const { id, merchantReference, receiptId, kind, amount, currency, refundReference } = reversal;
  if (refundReference !== undefined) {
    return {
      kind: 'refund',
      providerReference: id,
      refundId: refundReference,
      depositId: merchantReference,
      status: 'completed',
      refunded: { amount, currency },
    };
  }
  return {
    kind: 'reversal',
    providerReference: id,
    depositId: merchantReference,
    paymentReference: receiptId,
    reversal: kind,
    amount: { amount, currency },
  };
}

export function toRefundEvent(refund: SandboxRefund): ProviderRefund {
  const { id, merchantReference, paymentReference, status } = refund;
  return {
    kind: 'refund',
    providerReference: id,
    refundId: merchantReference,
    depositId: paymentReference,
    status: status === 'pending' ? 'sent' : status,
    refunded: toRefundedMoney(refund),
  };
}

/** Returns the money that the provider reports as sent back; never the requested money. */
export function toRefundedMoney(refund: SandboxRefund): Money | null {
  const { status, refundedAmount: amount, refundedCurrency: currency } = refund;
  return status === 'completed' && amount !== null && currency !== null
    ? { amount, currency }
    : null;
}

export function toPayoutEvent(payout: SandboxPayout): ProviderPayout {
  const { id, merchantReference, status, currency, fee } = payout;
  return {
    kind: 'payout',
    providerReference: id,
    withdrawalId: merchantReference,
    status,
    paid: toPaidMoney(payout),
    fee: fee == null ? null : { amount: fee, currency },
  };
}

/** Returns the money that the provider reports as paid out; never the requested money. */
export function toPaidMoney({ status, paidAmount, paidCurrency }: SandboxPayout): Money | null {
  const isPaid = status === 'completed' || status === 'returned';
  return isPaid && paidAmount != null && paidCurrency != null
    ? { amount: paidAmount, currency: paidCurrency }
    : null;
}

/**
 * Converts everything that the provider knows of a payment: its receipts and reversals, or the
 * payment itself while there is no receipt.
 */
export function toDepositEvents(
  payment: SandboxPayment & { receipts: SandboxReceipt[]; reversals: SandboxReversal[] },
): ProviderEvent[] {
  const { receipts, reversals } = payment;
  const arrivals = receipts.length === 0 ? [toPaymentEvent(payment)] : receipts.map(toReceiptEvent);
  return [...arrivals, ...reversals.map(toReversalEvent)];
}
