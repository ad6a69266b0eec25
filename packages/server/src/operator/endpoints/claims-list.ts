import { claimStatuses } from '@kassa/contract';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { claimSummarySchema, selectClaims, summarizeClaim } from '../lookup/claims.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/claims',
  scope: 'read',
  summary:
    "List players' claims that wait for your answer, the most urgent first, or those of another status.",
  command: {
    words: 'claims list',
    columns: ['id', 'dueAt', 'isOverdue', 'reference', 'amount', 'currency', 'method', 'proofs'],
  },
  request: z.strictObject({
    ...pageFields,
    status: z._default(
      z.enum(claimStatuses).check(z.describe('open: waits for your answer; others newest first')),
      'open',
    ),
  }),
  response: pageSchema(claimSummarySchema),
  read: async (core, { brandId }, { limit, cursor, status }) => {
    const after = decodeCursor(cursor);
    let query = selectClaims(core.db, brandId).where('c.status', '=', status);
    if (status === 'open') {
      if (after !== null) {
        query = query.where(
          sql<boolean>`(c.due_at, c.id) > (select due_at, id from claims where brand_id = ${brandId} and id = ${after})`,
        );
      }
      query = query.orderBy('c.due_at').orderBy('c.id');
    } else {
      if (after !== null) query = query.where('c.id', '<', after);
      query = query.orderBy('c.id', 'desc');
    }
    const rows = await query.limit(limit + 1).execute();
    return buildPage(rows, limit, (row) => summarizeClaim(core, row));
  },
});
