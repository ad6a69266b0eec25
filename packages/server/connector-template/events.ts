import type { DeclineReason } from '@kassa/contract';
import type { ProviderEvent } from '../src/connectors/connector.ts';
import { fromMinorUnits } from '../src/connectors/exact-numbers.ts';
import type { Order } from './client/example-pay-client.ts';

const statuses = {
  OPEN: 'pending',
  PAID: 'approved',
  REFUSED: 'declined',
  VOID: 'canceled',
} as const;

/** Decline reasons of the provider that match the port's; others are left out, never guessed. */
const reasons: Readonly<Record<string, DeclineReason>> = {
  NO_FUNDS: 'insufficientFunds',
  OVER_LIMIT: 'limitExceeded',
  FRAUD: 'suspectedFraud',
};

/** Converts an order to events: its receipt, and each refund with an id of its own. */
export function toEvents({
  order_no,
  ref,
  state,
  refusal,
  currency,
  paid,
  refunds,
}: Order): ProviderEvent[] {
  const isPaid = state === 'PAID' && paid !== null;
  const declineReason = state === 'REFUSED' ? reasons[refusal ?? ''] : undefined;
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
    },
    ...refunds.map(
      ({ refund_no, amount }): ProviderEvent => ({
        kind: 'reversal',
        providerReference: refund_no,
        depositId: ref,
        // An order is paid once, and its receipt has the order's number.
        paymentReference: order_no,
        reversal: 'refund',
        amount: { amount: fromMinorUnits(amount, currency), currency },
      }),
    ),
  ];
}
