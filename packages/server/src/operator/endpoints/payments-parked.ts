import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { describePayment, paymentSchema } from '../lookup/timeline-payments.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/payments/parked',
  scope: 'read',
  summary: 'List parked payments: money that arrived and could not be credited, with the reason.',
  command: {
    words: 'payments parked',
    columns: [
      'id',
      'createdAt',
      'depositId',
      'connector',
      'amount',
      'currency',
      'parkedCode',
      'parkedReason',
    ],
  },
  request: z.strictObject({ ...pageFields, connector: z.optional(z.string()) }),
  response: pageSchema(paymentSchema),
  read: async (core, { brandId }, { limit, cursor, connector }) => {
    const after = decodeCursor(cursor);
    let query = core.db
      .selectFrom('payments')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('status', '=', 'parked');
    if (after !== null) query = query.where('id', '<', after);
    if (connector !== undefined) query = query.where('connector', '=', connector);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return buildPage(rows, limit, (row) => describePayment(core, row));
  },
});
