import { refundStatuses } from '@kassa/contract';
import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { describeRefund, refundSchema } from '../lookup/find-refunds.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/refunds',
  scope: 'read',
  summary: 'List refunds through the provider, newest first.',
  command: {
    words: 'refunds list',
    columns: ['id', 'createdAt', 'status', 'kind', 'amount', 'currency', 'account', 'depositId'],
  },
  request: z.strictObject({ ...pageFields, status: z.optional(z.enum(refundStatuses)) }),
  response: pageSchema(refundSchema),
  read: async (core, { brandId }, { limit, cursor, status }) => {
    const after = decodeCursor(cursor);
    const rows = await core.db
      .selectFrom('refunds')
      .selectAll()
      .where('brand_id', '=', brandId)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'unknown'))
      .$if(after !== null, (query) => query.where('id', '<', after))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return buildPage(rows, limit, describeRefund);
  },
});
