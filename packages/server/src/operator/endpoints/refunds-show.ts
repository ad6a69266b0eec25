import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import {
  describeRefund,
  findRefund,
  loadRefundEntries,
  refundSchema,
} from '../lookup/find-refunds.ts';
import { entrySchema } from '../lookup/timeline.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/refunds/{refundId}',
  scope: 'read',
  summary: 'Show a refund through the provider with its history.',
  subject: { kind: 'refund', field: 'refundId' },
  command: { words: 'refunds show', arguments: ['refundId'] },
  request: z.strictObject({ refundId: z.string() }),
  response: z.object({ ...refundSchema.shape, timeline: z.array(entrySchema) }),
  read: async ({ db }, { brandId }, { refundId }) => {
    const refund = await findRefund(db, brandId, refundId);
    return { ...describeRefund(refund), timeline: await loadRefundEntries(db, [refund]) };
  },
});
