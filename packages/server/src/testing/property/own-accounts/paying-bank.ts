import type { Connector } from '../../../connectors/connector.ts';

const unasked = async () => {
  throw new Error('A bank that only pays out is asked for no deposit');
};

/** Builds a bank that pays every payout at once, and takes no deposits. */
export function buildPayingBank(): Connector {
  return {
    create: unasked,
    complete: unasked,
    cancel: unasked,
    status: unasked,
    checkNotification: () => ({ kind: 'refused', detail: 'it sends none' }),
    parseNotification: () => [],
    payouts: {
      send: async ({ withdrawalId, amount, currency }) => ({
        kind: 'accepted',
        providerReference: withdrawalId,
        status: 'completed',
        paid: { amount, currency },
      }),
      status: async () => ({ kind: 'known', events: [] }),
    },
    refunds: null,
  };
}
