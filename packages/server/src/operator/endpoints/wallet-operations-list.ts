import * as z from 'zod/mini';
import { mustHappen } from '../../money/provider-events/retry-operation.ts';
import { defineReading } from '../define-endpoint.ts';
import { describeOperation, operationSchema } from '../lookup/describe-outgoing.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/wallet-operations',
  scope: 'read',
  summary:
    'List the operations that your wallet refused but that must happen, or has not answered yet.',
  command: {
    words: 'wallet operations',
    columns: [
      'id',
      'createdAt',
      'kind',
      'purpose',
      'reference',
      'amount',
      'currency',
      'status',
      'attempts',
      'detail',
    ],
  },
  request: z.strictObject({
    ...pageFields,
    state: z._default(
      z
        .enum(['open', 'waiting', 'all'])
        .check(z.describe('open: waits for you to fix it; waiting: no clear response yet')),
      'open',
    ),
  }),
  response: pageSchema(operationSchema),
  read: async (core, { brandId }, { limit, cursor, state }) => {
    const after = decodeCursor(cursor);
    let query = core.db.selectFrom('wallet_operations').selectAll().where('brand_id', '=', brandId);
    if (after !== null) query = query.where('id', '<', after);
    // The condition of the index of unfinished operations.
    if (state !== 'all') query = query.where('status', '<>', 'done');
    if (state === 'open') query = query.where(mustHappen);
    if (state === 'waiting') query = query.where('status', '=', 'pending');
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return buildPage(rows, limit, describeOperation);
  },
});
