import type { ProviderEvent } from '../src/connectors/connector.ts';
import type { Order } from './client/example-pay-client.ts';

const statuses = {
  OPEN: 'pending',
  PAID: 'approved',
  REFUSED: 'declined',
  VOID: 'canceled',
} as const;

/** All that an order tells: what arrived, and each refund with an id of its own. */
export function toEvents({
  order_no,
  ref,
  state,
  currency,
  paid,
  refunds,
}: Order): ProviderEvent[] {
  const isPaid = state === 'PAID' && paid !== null;
  return [
    {
      kind: 'payment',
      providerReference: order_no,
      depositId: ref,
      status: statuses[state],
      paid: isPaid ? { amount: paid, currency } : null,
      // Where the manual tells the fee, it stands here.
      fee: null,
    },
    ...refunds.map(
      ({ refund_no, amount }): ProviderEvent => ({
        kind: 'reversal',
        providerReference: refund_no,
        depositId: ref,
        // An order is paid once here, and its receipt has the order's number.
        paymentReference: order_no,
        reversal: 'refund',
        amount: { amount, currency },
      }),
    ),
  ];
}
