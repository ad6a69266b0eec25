import { countrySchema, currencySchema } from '@kassa/contract';
import { type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';
import {
  countLive,
  describeRequisite,
  requisiteSchema,
  selectRequisites,
} from '../requisites/find-requisite.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/requisites',
  scope: 'read',
  summary: 'List your own accounts, newest first, without the removed ones.',
  command: {
    words: 'requisites list',
    columns: [
      'id',
      'number',
      'bank',
      'owner',
      'currency',
      'state',
      'isWithinHours',
      'amountLeftToday',
      'countLeftToday',
      'liveInvoices',
      'lastGivenAt',
    ],
  },
  request: z.strictObject({
    ...pageFields,
    method: z.optional(z.string().check(z.describe('only those that this method is paid into'))),
    country: z.optional(countrySchema),
    currency: z.optional(currencySchema),
    owner: z.optional(z.string()),
    bank: z.optional(z.string()),
    state: z.optional(z.enum(['on', 'off'])),
  }),
  response: pageSchema(requisiteSchema),
  read: async (core, { brandId }, { limit, cursor, method, state, ...filter }) => {
    const after = decodeCursor(cursor);
    let query = selectRequisites(core.db)
      .where('brand_id', '=', brandId)
      .where('removed_at', 'is', null);
    if (after !== null) query = query.where('id', '<', after);
    if (method !== undefined) query = query.where(sql<SqlBool>`${method} = any(methods)`);
    if (state !== undefined) query = query.where('is_on', '=', state === 'on');
    for (const field of ['country', 'currency', 'owner', 'bank'] as const) {
      const value = filter[field];
      if (value !== undefined) query = query.where(field, '=', value);
    }
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const live = await countLive(
      core.db,
      rows.map(({ id }) => id),
    );
    const now = core.now();
    return buildPage(rows, limit, (row) => describeRequisite(row, live.get(row.id) ?? 0, now));
  },
});
