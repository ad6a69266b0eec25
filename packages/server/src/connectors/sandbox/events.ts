import type {
  ProviderEvent,
  ProviderPayment,
  ProviderPayout,
  ProviderReversal,
} from '../connector.ts';
import { toDeclineReason } from './client/decline-reasons.ts';
import type {
  SandboxPayment,
  SandboxPayout,
  SandboxReceipt,
  SandboxReversal,
} from './client/words.ts';

/** A payment as its own notification tells of it: with its first receipt, if there is one. */
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
    // Never the amount that was asked for: what arrived is what the provider says arrived.
    paid: isPaid ? inPaidCurrency(paidAmount) : null,
    fee: isPaid && fee != null ? inPaidCurrency(fee) : null,
    ...(declineReason && { declineReason }),
  };
}

export function toReceiptEvent(receipt: SandboxReceipt): ProviderPayment {
  const { id, merchantReference, amount, currency, fee } = receipt;
  return {
    kind: 'payment',
    providerReference: id,
    depositId: merchantReference,
    status: 'approved',
    paid: { amount, currency },
    fee: fee == null ? null : { amount: fee, currency },
  };
}

export function toReversalEvent(reversal: SandboxReversal): ProviderReversal {
  const { id, merchantReference, receiptId, kind, amount, currency } = reversal;
  return {
    kind: 'reversal',
    providerReference: id,
    depositId: merchantReference,
    paymentReference: receiptId,
    reversal: kind,
    amount: { amount, currency },
  };
}

export function toPayoutEvent(payout: SandboxPayout): ProviderPayout {
  const { id, merchantReference, status, currency, fee } = payout;
  return {
    kind: 'payout',
    providerReference: id,
    withdrawalId: merchantReference,
    status,
    fee: fee == null ? null : { amount: fee, currency },
  };
}

/** All that the provider knows of a payment: each receipt, each reversal; the payment itself while nothing came. */
export function toDepositEvents(
  payment: SandboxPayment & { receipts: SandboxReceipt[]; reversals: SandboxReversal[] },
): ProviderEvent[] {
  const { receipts, reversals } = payment;
  const arrivals = receipts.length === 0 ? [toPaymentEvent(payment)] : receipts.map(toReceiptEvent);
  return [...arrivals, ...reversals.map(toReversalEvent)];
}
