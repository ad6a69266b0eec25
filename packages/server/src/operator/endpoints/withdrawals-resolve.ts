import * as z from 'zod/mini';
import { providerReferenceField } from '../acts/act-fields.ts';
import { settleWithdrawal } from '../acts/settle-subject.ts';
import { defineAct } from '../define-endpoint.ts';
import { reasonSchema } from '../reason.ts';
import {
  findWithdrawal,
  summarizeWithdrawal,
  withdrawalSummarySchema,
} from '../withdrawals/find-withdrawals.ts';
import { resolveWithdrawal } from '../withdrawals/withdrawal-acts.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/withdrawals/{withdrawalId}/resolve',
  scope: 'withdrawals',
  summary: 'Say what became of a payout, having asked the provider: of an unknown one above all.',
  subject: { kind: 'withdrawal', field: 'withdrawalId' },
  command: { words: 'withdrawals resolve', arguments: ['withdrawalId'] },
  request: z.strictObject({
    withdrawalId: z.string(),
    status: z
      .enum(['completed', 'failed', 'returned'])
      .check(z.describe('it was paid, was never paid, or was paid and came back')),
    ...providerReferenceField,
    reason: reasonSchema,
  }),
  response: withdrawalSummarySchema,
  act: async (core, { tx, operator }, { withdrawalId, ...rest }) => {
    const { brandId, actor } = operator;
    const before = await findWithdrawal(tx, brandId, withdrawalId);
    const act = { ...rest, brandId, actor, withdrawalId: before.id };
    const after = await resolveWithdrawal(core, tx, act);
    return settleWithdrawal(core, before, after, summarizeWithdrawal({ ...before, ...after }));
  },
});
