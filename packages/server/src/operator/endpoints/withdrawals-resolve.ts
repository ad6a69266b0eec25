import * as z from 'zod/mini';
import { providerReferenceField } from '../acts/record-act.ts';
import { settleWithdrawal } from '../acts/settle-subject.ts';
import { resolveWithdrawal } from '../acts/withdrawal-acts.ts';
import { defineAct } from '../define-endpoint.ts';
import {
  findWithdrawal,
  summarizeWithdrawal,
  withdrawalSummarySchema,
} from '../lookup/find-withdrawals.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/withdrawals/{withdrawalId}/resolve',
  scope: 'withdrawals',
  summary: 'Set the outcome that the provider told you of a payout, above all of an unknown one.',
  subject: { kind: 'withdrawal', field: 'withdrawalId' },
  command: { words: 'withdrawals resolve', arguments: ['withdrawalId'] },
  request: z.strictObject({
    withdrawalId: z.string(),
    status: z
      .enum(['completed', 'failed', 'returned'])
      .check(z.describe('it was paid, was never paid, or was paid and returned')),
    ...providerReferenceField,
    reason: reasonSchema,
  }),
  response: withdrawalSummarySchema,
  money: async (tx, { brandId }, { withdrawalId }) => {
    const { id, amount, currency } = await findWithdrawal(tx, brandId, withdrawalId);
    return { subject: { kind: 'withdrawal', id }, amounts: [{ amount, currency }] };
  },
  act: async (core, { tx, operator }, { withdrawalId, ...rest }) => {
    const { brandId, actor } = operator;
    const before = await findWithdrawal(tx, brandId, withdrawalId);
    const act = { ...rest, brandId, actor, withdrawalId: before.id };
    const after = await resolveWithdrawal(core, tx, act);
    return settleWithdrawal(core, before, after, summarizeWithdrawal({ ...before, ...after }));
  },
});
