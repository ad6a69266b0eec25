import type { Money } from '@kassa/contract';
import { fromMinorUnits } from '../src/connectors/exact-numbers.ts';
import type {
  PaymentInstrument,
  ProviderEvent,
  ProviderRefund,
} from '../src/connectors/provider-event.ts';
import type { Order, RefundAnswer } from './client/example-pay-client.ts';
import { toDeclineReason } from './decline-reasons.ts';

const statuses = {
  OPEN: 'pending',
  PAID: 'approved',
  REFUSED: 'declined',
  VOID: 'canceled',
} as const;

const refundStatuses = { ACCEPTED: 'sent', DONE: 'completed', FAILED: 'failed' } as const;

/** Converts an order to events: its receipt, and each refund with an id of its own. */
export function toEvents({
  order_no,
  ref,
  state,
  refusal,
  currency,
  paid,
  card,
  refunds,
}: Order): ProviderEvent[] {
  const isPaid = state === 'PAID' && paid !== null;
  const declineReason = state === 'REFUSED' ? toDeclineReason(refusal) : null;
  return [
    {
      kind: 'payment',
      providerReference: order_no,
      depositId: ref,
      status: statuses[state],
      paid: isPaid ? { amount: fromMinorUnits(paid, currency), currency } : null,
      // If the manual reports a fee, set it here.
      fee: null,
      ...(declineReason && { declineReason }),
      ...(isPaid && card && { instrument: toInstrument(card) }),
    },
    ...refunds.map((refund) => toRefundEvent({ order_no, ref, currency, refund })),
  ];
}

/** A refund that Kassa requested; otherwise a reversal, made at the provider or by the card's bank. */
function toRefundEvent(answer: RefundAnswer): ProviderEvent {
  const { order_no, ref, currency, refund } = answer;
  if (refund.refund_ref !== null) return toRefund(answer, refund.refund_ref);
  return {
    kind: 'reversal',
    providerReference: refund.refund_no,
    depositId: ref,
    // An order is paid once, and its receipt has the order's number.
    paymentReference: order_no,
    reversal: refund.type === 'CHARGEBACK' ? 'chargeback' : 'refund',
    amount: { amount: fromMinorUnits(refund.amount, currency), currency },
  };
}

/** A refund that Kassa requested. */
export function toRefund(answer: RefundAnswer, refundId: string): ProviderRefund {
  return {
    kind: 'refund',
    providerReference: answer.refund.refund_no,
    refundId,
    depositId: answer.ref,
    status: refundStatuses[answer.refund.state],
    refunded: toRefunded(answer),
  };
}

/** The amount that Example Pay says it sent back, once it did. */
function toRefunded({ currency, refund }: RefundAnswer): Money | null {
  if (refund.state !== 'DONE') return null;
  return { amount: fromMinorUnits(refund.amount, currency), currency };
}

/** What paid, for people: never a whole card number. */
function toInstrument({ token, number, holder }: NonNullable<Order['card']>): PaymentInstrument {
  const lastDigits = /\*(\d{4})$/.exec(number ?? '')?.[1];
  return {
    kind: 'card',
    token: token || null,
    masked: lastDigits === undefined ? null : `•••• ${lastDigits}`,
    payerName: holder || null,
  };
}
