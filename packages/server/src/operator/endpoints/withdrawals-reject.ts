import * as z from 'zod/mini';
import { settleWithdrawal } from '../acts/settle-subject.ts';
import { rejectWithdrawal } from '../acts/withdrawal-acts.ts';
import { defineAct } from '../define-endpoint.ts';
import {
  findWithdrawal,
  summarizeWithdrawal,
  withdrawalSummarySchema,
} from '../lookup/find-withdrawals.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/withdrawals/{withdrawalId}/reject',
  scope: 'withdrawals',
  summary: "Reject a withdrawal that was not sent, and release the player's money.",
  subject: { kind: 'withdrawal', field: 'withdrawalId' },
  command: { words: 'withdrawals reject', arguments: ['withdrawalId'] },
  request: z.strictObject({ withdrawalId: z.string(), reason: reasonSchema }),
  response: withdrawalSummarySchema,
  act: async (core, { tx, operator }, { withdrawalId, reason }) => {
    const { brandId, actor } = operator;
    const before = await findWithdrawal(tx, brandId, withdrawalId);
    const act = { brandId, actor, reason, withdrawalId: before.id };
    const after = await rejectWithdrawal(core, tx, act);
    return settleWithdrawal(core, before, after, summarizeWithdrawal({ ...before, ...after }));
  },
});
