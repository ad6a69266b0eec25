import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { describePayoutFile, payoutFileSchema } from '../lookup/payout-files.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/payout-files',
  scope: 'read',
  summary: 'List the files of payouts, newest first.',
  command: {
    words: 'payout-files list',
    columns: ['reference', 'createdAt', 'account', 'format', 'count', 'sums', 'createdBy'],
  },
  request: z.strictObject(pageFields),
  response: pageSchema(payoutFileSchema),
  read: async (core, { brandId }, { limit, cursor }) => {
    const after = decodeCursor(cursor);
    const batches = await core.db
      .selectFrom('payout_batches')
      .selectAll()
      .where('brand_id', '=', brandId)
      .$if(after !== null, (query) => query.where('id', '<', after))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return buildPage(batches, limit, describePayoutFile);
  },
});
