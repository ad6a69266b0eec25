import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';
import {
  describePendingAct,
  pendingActSchema,
  pendingStateSchema,
} from '../pending-acts/pending-act.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/pending-acts',
  scope: 'read',
  summary: 'List acts that wait for the approval of a second key, or were decided.',
  command: {
    words: 'pending-acts list',
    columns: ['id', 'createdAt', 'state', 'proposedBy', 'action', 'subjectId', 'money'],
  },
  request: z.strictObject({ ...pageFields, state: z.optional(pendingStateSchema) }),
  response: pageSchema(pendingActSchema),
  read: async (core, { brandId }, { limit, cursor, state }) => {
    const after = decodeCursor(cursor);
    const rows = await core.db
      .selectFrom('pending_acts')
      .selectAll()
      .where('brand_id', '=', brandId)
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'pending'))
      .$if(after !== null, (query) => query.where('id', '<', after))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return buildPage(rows, limit, describePendingAct);
  },
});
