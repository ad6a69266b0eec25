import * as z from 'zod/mini';
import { cancelElsewhere } from '../../money/provider-events/follow-up-deposit.ts';
import { isOpen } from '../../money/states/deposit.machine.ts';
import { movedBy } from '../../money/sweepstake/given-for.ts';
import { confirmDeposit } from '../acts/deposit-acts.ts';
import { moneyFields, providerReferenceField } from '../acts/record-act.ts';
import {
  recordSeparate,
  requireDistinctConfirmation,
  separateFromField,
} from '../acts/require-distinct.ts';
import { settleDeposit } from '../acts/settle-subject.ts';
import { defineAct } from '../define-endpoint.ts';
import { depositSummarySchema, findDeposit, summarizeDeposit } from '../lookup/find-deposits.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/deposits/{depositId}/confirm',
  scope: 'deposits',
  summary: 'Credit money that has arrived but that the provider has not reported.',
  subject: { kind: 'deposit', field: 'depositId' },
  command: { words: 'deposits confirm', arguments: ['depositId'] },
  request: z.strictObject({
    depositId: z.string(),
    ...moneyFields,
    ...providerReferenceField,
    account: z.optional(
      z
        .string()
        .check(z.describe('where it arrived, if not at the account of the attempt under way')),
    ),
    ...separateFromField,
    reason: reasonSchema,
  }),
  response: depositSummarySchema,
  money: async (tx, { brandId }, { depositId, amount, currency }) => {
    const { id, ...order } = await findDeposit(tx, brandId, depositId);
    const amounts = movedBy({ amount, currency }, order);
    return { subject: { kind: 'deposit', id }, amounts };
  },
  act: async (core, { tx, operator }, { depositId, amount, currency, separateFrom, ...rest }) => {
    const { brandId, actor } = operator;
    const before = await findDeposit(tx, brandId, depositId);
    const account = rest.account ?? before.connector;
    const money = { amount, currency };
    const { providerReference } = rest;
    const said = { deposit: before, account, money, providerReference };
    await requireDistinctConfirmation(core, tx, said, separateFrom);
    const act = { ...rest, brandId, actor, depositId: before.id, account, money };
    const after = await confirmDeposit(core, tx, act);
    await recordSeparate(tx, { brandId, depositId: after.id }, separateFrom);
    const done = settleDeposit(core, before, after, summarizeDeposit({ ...before, ...after }));
    const isOpenElsewhere = isOpen(before.status) && account !== after.connector;
    return {
      ...done,
      afterCommit: async () => {
        await done.afterCommit?.();
        if (isOpenElsewhere) await cancelElsewhere(core, after);
      },
    };
  },
});
