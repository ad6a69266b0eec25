import * as z from 'zod/mini';
import { defineAct } from '../define-endpoint.ts';
import { lockPendingAct, storeDecision } from '../pending-acts/decide-act.ts';
import {
  describePendingAct,
  pendingActField,
  pendingActSchema,
} from '../pending-acts/pending-act.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/pending-acts/{pendingActId}/reject',
  scope: 'approvals',
  summary: 'Reject an act that a key proposed.',
  subject: { kind: 'pendingAct', field: 'pendingActId' },
  command: { words: 'pending-acts reject', arguments: ['pendingActId'] },
  request: z.strictObject({ ...pendingActField, reason: reasonSchema }),
  response: pendingActSchema,
  act: async (core, { tx, operator }, { pendingActId, reason }) => {
    const { brandId } = operator;
    const pending = await lockPendingAct(core, tx, { brandId, id: pendingActId });
    const decision = { state: 'rejected', by: operator, reason } as const;
    const decided = await storeDecision(core, tx, pending, decision);
    return {
      response: describePendingAct(decided),
      before: { state: pending.state },
      after: { state: decided.state },
    };
  },
});
