import * as z from 'zod/mini';
import { redeliver } from '../../messages/webhooks/redeliver.ts';
import { defineAct } from '../define-endpoint.ts';
import { OperatorError } from '../operator-error.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/webhooks/deliveries/{deliveryId}/redeliver',
  scope: 'webhooks',
  summary: 'Send a webhook again, whatever its status; its id stays the same.',
  subject: { kind: 'delivery', field: 'deliveryId' },
  command: { words: 'webhooks redeliver', arguments: ['deliveryId'] },
  request: z.strictObject({ deliveryId: z.uuid() }),
  response: z.object({ id: z.string(), status: z.literal('pending') }),
  act: async (core, { tx, operator: { brandId } }, { deliveryId: id }) => {
    const isFound = await redeliver({ ...core, db: tx }, brandId, id);
    if (!isFound) throw new OperatorError('delivery.notFound', 'There is no such delivery.');
    return {
      response: { id, status: 'pending' as const },
      after: { status: 'pending' },
    };
  },
});
