import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import {
  bankTransferSchema,
  describeTransfer,
  findCandidates,
  findResembledByWaiting,
  selectTransfers,
  transferStatuses,
} from '../lookup/bank-transfers.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/bank-transfers',
  scope: 'read',
  summary:
    'List transfers to your own accounts whose deposit you have to find, or those of another state.',
  command: {
    words: 'bank-transfers list',
    columns: [
      'id',
      'bookedAt',
      'maskedAccount',
      'amount',
      'currency',
      'because',
      'depositId',
      'withdrawalReference',
      'candidates',
      'resembles',
    ],
  },
  request: z.strictObject({
    ...pageFields,
    status: z._default(
      z.enum(transferStatuses).check(z.describe('review: waits for your decision')),
      'review',
    ),
  }),
  response: pageSchema(bankTransferSchema),
  read: async (core, { brandId }, { limit, cursor, status }) => {
    const after = decodeCursor(cursor);
    let query = selectTransfers(core.db, brandId).where('t.status', '=', status);
    if (after !== null) query = query.where('t.id', '<', after);
    const rows = await query
      .orderBy('t.id', 'desc')
      .limit(limit + 1)
      .execute();
    const candidates = await findCandidates(core.db, brandId, rows);
    const resembled = await findResembledByWaiting(core, core.db, brandId, rows);
    return buildPage(rows, limit, (row) =>
      describeTransfer(core, row, candidates.get(row.id), resembled.get(row.id)),
    );
  },
});
