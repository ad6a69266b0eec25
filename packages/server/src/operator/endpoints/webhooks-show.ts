import * as z from 'zod/mini';
import { loadDelivery } from '../../messages/webhooks/list-deliveries.ts';
import { defineReading } from '../define-endpoint.ts';
import { deliverySchema, describeDelivery } from '../lookup/describe-outgoing.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/webhooks/deliveries/{deliveryId}',
  scope: 'read',
  summary: 'Show a webhook with its data and every delivery attempt.',
  subject: { kind: 'delivery', field: 'deliveryId' },
  command: { words: 'webhooks show', arguments: ['deliveryId'] },
  request: z.strictObject({ deliveryId: z.uuid() }),
  response: z.object({
    ...deliverySchema.shape,
    data: z.record(z.string(), z.unknown()),
    log: z.array(
      z.object({
        startedAt: instantSchema,
        outcome: z.string(),
        httpStatus: z.nullable(z.int()),
        durationMs: z.int(),
        answer: z.nullable(z.string()),
      }),
    ),
  }),
  read: async (core, { brandId }, { deliveryId }) => {
    const delivery = await loadDelivery(core.db, brandId, deliveryId);
    if (delivery === null)
      throw new OperatorError('delivery.notFound', 'There is no such delivery.');
    return {
      ...describeDelivery(delivery),
      data: delivery.data,
      log: delivery.log.map((it) => ({ ...it, startedAt: it.startedAt.toISOString() })),
    };
  },
});
