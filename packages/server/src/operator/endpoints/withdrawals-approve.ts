import * as z from 'zod/mini';
import { settleWithdrawal } from '../acts/settle-subject.ts';
import { approveWithdrawal } from '../acts/withdrawal-acts.ts';
import { defineAct } from '../define-endpoint.ts';
import {
  findWithdrawal,
  summarizeWithdrawal,
  withdrawalSummarySchema,
} from '../lookup/find-withdrawals.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/withdrawals/{withdrawalId}/approve',
  scope: 'withdrawals',
  summary: 'Approve a withdrawal that is in review.',
  subject: { kind: 'withdrawal', field: 'withdrawalId' },
  command: { words: 'withdrawals approve', arguments: ['withdrawalId'] },
  request: z.strictObject({ withdrawalId: z.string(), reason: reasonSchema }),
  response: withdrawalSummarySchema,
  money: async (tx, { brandId }, { withdrawalId }) => {
    const { id, amount, currency } = await findWithdrawal(tx, brandId, withdrawalId);
    return { subject: { kind: 'withdrawal', id }, amounts: [{ amount, currency }] };
  },
  act: async (core, { tx, operator }, { withdrawalId, reason }) => {
    const { brandId, actor } = operator;
    const before = await findWithdrawal(tx, brandId, withdrawalId);
    const act = { brandId, actor, reason, withdrawalId: before.id };
    const after = await approveWithdrawal(core, tx, act);
    return settleWithdrawal(core, before, after, summarizeWithdrawal({ ...before, ...after }));
  },
});
