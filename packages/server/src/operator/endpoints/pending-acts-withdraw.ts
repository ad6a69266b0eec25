import * as z from 'zod/mini';
import { defineAct } from '../define-endpoint.ts';
import { OperatorError } from '../operator-error.ts';
import { lockPendingAct, storeDecision } from '../pending-acts/decide-act.ts';
import {
  describePendingAct,
  pendingActField,
  pendingActSchema,
} from '../pending-acts/pending-act.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/pending-acts/{pendingActId}/withdraw',
  scope: null,
  summary: 'Withdraw an act that this key proposed.',
  subject: { kind: 'pendingAct', field: 'pendingActId' },
  command: { words: 'pending-acts withdraw', arguments: ['pendingActId'] },
  request: z.strictObject({ ...pendingActField, reason: reasonSchema }),
  response: pendingActSchema,
  act: async (core, { tx, operator }, { pendingActId, reason }) => {
    const { brandId, keyId } = operator;
    const pending = await lockPendingAct(core, tx, { brandId, id: pendingActId });
    if (pending.proposed_by_key !== keyId) {
      const message = 'Only the key that proposed an act can withdraw it.';
      throw new OperatorError('act.impossible', message);
    }
    const decision = { state: 'withdrawn', by: operator, reason } as const;
    const decided = await storeDecision(core, tx, pending, decision);
    return {
      response: describePendingAct(decided),
      before: { state: pending.state },
      after: { state: decided.state },
    };
  },
});
