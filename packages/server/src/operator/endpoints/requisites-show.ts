import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { instantSchema } from '../request-fields.ts';
import { loadRequisite, requisiteSchema } from '../requisites/find-requisite.ts';

const mostInvoices = 200;

export const endpoint = defineReading({
  method: 'GET',
  path: '/requisites/{requisiteId}',
  scope: 'read',
  summary: 'Show one of your own accounts with its use today and its live invoices.',
  subject: { kind: 'requisite', field: 'requisiteId' },
  command: { words: 'requisites show', arguments: ['requisiteId'] },
  request: z.strictObject({ requisiteId: z.string() }),
  response: z.object({
    ...requisiteSchema.shape,
    /** The oldest first, 200 at most. */
    invoices: z.array(
      z.object({
        reference: z.string(),
        amount: z.string(),
        currency: z.string(),
        status: z.string(),
        since: instantSchema,
      }),
    ),
  }),
  read: async ({ db, now }, { brandId }, { requisiteId }) => {
    const requisite = await loadRequisite(db, brandId, requisiteId, now());
    const invoices = await db
      .selectFrom('requisite_reservations as r')
      .innerJoin('deposits as d', (join) =>
        join.onRef('d.brand_id', '=', 'r.brand_id').onRef('d.id', '=', 'r.deposit_id'),
      )
      .select(['d.reference', 'd.status', 'r.amount', 'r.currency', 'r.created_at'])
      .where('r.requisite_id', '=', requisite.id)
      .where('r.freed_at', 'is', null)
      .orderBy('r.created_at')
      .limit(mostInvoices)
      .execute();
    return {
      ...requisite,
      invoices: invoices.map(({ created_at, ...invoice }) => {
        return { ...invoice, since: created_at.toISOString() };
      }),
    };
  },
});
