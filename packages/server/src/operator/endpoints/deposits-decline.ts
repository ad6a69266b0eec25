import * as z from 'zod/mini';
import { publishDeposit } from '../../messages/realtime/publish.ts';
import { cancelAtProvider } from '../../money/provider-events/follow-up-deposit.ts';
import { declineDeposit } from '../acts/deposit-acts.ts';
import { settleDeposit } from '../acts/settle-subject.ts';
import { defineAct } from '../define-endpoint.ts';
import { depositSummarySchema, findDeposit, summarizeDeposit } from '../lookup/find-deposits.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/deposits/{depositId}/decline',
  scope: 'deposits',
  summary:
    'Decline an open deposit that no money will come for. Money that arrives later is still credited.',
  subject: { kind: 'deposit', field: 'depositId' },
  command: { words: 'deposits decline', arguments: ['depositId'] },
  request: z.strictObject({ depositId: z.string(), reason: reasonSchema }),
  response: depositSummarySchema,
  act: async (core, { tx, operator }, { depositId, reason }) => {
    const { brandId, actor } = operator;
    const before = await findDeposit(tx, brandId, depositId);
    const act = { brandId, actor, reason, depositId: before.id };
    const after = await declineDeposit(core, tx, act);
    return {
      ...settleDeposit(core, before, after, summarizeDeposit({ ...before, ...after })),
      afterCommit: async () => {
        publishDeposit(core, after);
        await cancelAtProvider(core, after);
      },
    };
  },
});
