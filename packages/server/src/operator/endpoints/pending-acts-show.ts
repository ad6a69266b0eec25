import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import {
  describePendingAct,
  pendingActField,
  pendingActSchema,
  requireFound,
} from '../pending-acts/pending-act.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/pending-acts/{pendingActId}',
  scope: 'read',
  summary: 'Show an act that waits for the approval of a second key, or was decided.',
  subject: { kind: 'pendingAct', field: 'pendingActId' },
  command: { words: 'pending-acts show', arguments: ['pendingActId'] },
  request: z.strictObject(pendingActField),
  response: pendingActSchema,
  read: async (core, { brandId }, { pendingActId }) => {
    const row = await core.db
      .selectFrom('pending_acts')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('id', '=', pendingActId)
      .executeTakeFirst();
    return describePendingAct(requireFound(row));
  },
});
