import * as z from 'zod/mini';
import { cancelElsewhere } from '../../money/provider-events/follow-up-deposit.ts';
import { isOpen } from '../../money/states/deposit.machine.ts';
import { movedBy } from '../../money/sweepstake/given-for.ts';
import { separateFromField } from '../acts/require-distinct.ts';
import { settleDeposit } from '../acts/settle-subject.ts';
import { assignTransfer } from '../acts/transfer-acts.ts';
import { defineAct } from '../define-endpoint.ts';
import { findTransfer, requireProposal } from '../lookup/bank-transfers.ts';
import { depositSummarySchema, findDeposit, summarizeDeposit } from '../lookup/find-deposits.ts';
import { reasonSchema } from '../request-fields.ts';
import { countTogether } from '../statements/statement-word.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/bank-transfers/{transferId}/assign',
  scope: 'deposits',
  summary: 'Assign a transfer in review to a deposit, which is credited with it.',
  subject: { kind: 'bankTransfer', field: 'transferId' },
  command: { words: 'bank-transfers assign', arguments: ['transferId', 'depositId'] },
  request: z.strictObject({
    transferId: z.uuid(),
    depositId: z.optional(
      z
        .string()
        .check(z.describe('the id or the reference of the deposit; left out: the proposed one')),
    ),
    ...separateFromField,
    isPayment: z._default(
      z.boolean().check(z.describe('a player paid it, although it looks like your own money')),
      false,
    ),
    reason: reasonSchema,
  }),
  response: depositSummarySchema,
  money: async (tx, operator, { transferId, depositId }) => {
    const transfer = await findTransfer(tx, operator.brandId, transferId);
    const sought = depositId ?? requireProposal(transfer);
    const { id, ...order } = await findDeposit(tx, operator.brandId, sought);
    const { amount, currency } = transfer;
    return {
      subject: { kind: 'deposit', id },
      amounts: movedBy({ amount, currency }, order),
      ...(await countTogether(tx, operator, transfer)),
    };
  },
  act: async (core, { tx, operator }, { transferId, depositId, ...rest }) => {
    const { brandId, actor } = operator;
    const transfer = await findTransfer(tx, brandId, transferId);
    const before = await findDeposit(tx, brandId, depositId ?? requireProposal(transfer));
    const act = { ...rest, brandId, transferId, depositId: before.id, actor };
    const after = await assignTransfer(core, tx, act);
    const done = settleDeposit(core, before, after, summarizeDeposit({ ...before, ...after }));
    const isOpenElsewhere = isOpen(before.status) && transfer.account !== after.connector;
    return {
      ...done,
      subject: { kind: 'bankTransfer', id: transferId },
      after: { ...done.after, depositId: after.id },
      afterCommit: async () => {
        await done.afterCommit?.();
        if (isOpenElsewhere) await cancelElsewhere(core, after);
      },
    };
  },
});
