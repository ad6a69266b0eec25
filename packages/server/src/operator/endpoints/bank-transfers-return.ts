import * as z from 'zod/mini';
import { separateFromField } from '../acts/require-distinct.ts';
import { returnTransfer } from '../acts/return-transfer.ts';
import { settleWithdrawal } from '../acts/settle-subject.ts';
import { defineAct } from '../define-endpoint.ts';
import { findReturned, findTransfer } from '../lookup/bank-transfers.ts';
import { summarizeWithdrawal, withdrawalSummarySchema } from '../lookup/find-withdrawals.ts';
import { reasonSchema } from '../request-fields.ts';
import { countTogether } from '../statements/statement-word.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/bank-transfers/{transferId}/return',
  scope: 'withdrawals',
  summary: 'Return a withdrawal to its player whose payout came back as a transfer in review.',
  subject: { kind: 'bankTransfer', field: 'transferId' },
  command: { words: 'bank-transfers return', arguments: ['transferId'] },
  request: z.strictObject({
    transferId: z.uuid(),
    withdrawalId: z.optional(
      z
        .string()
        .check(
          z.describe(
            'the id or the reference of the withdrawal; left out: the one that the transfer names',
          ),
        ),
    ),
    isWhole: z._default(
      z.boolean().check(z.describe('give all of it back although less came: at your cost')),
      false,
    ),
    ...separateFromField,
    reason: reasonSchema,
  }),
  response: z.object({
    ...withdrawalSummarySchema.shape,
    /** Whether the provider had reported it as returned before, so that nothing was booked now. */
    wasReturned: z.boolean(),
  }),
  money: async (tx, operator, { transferId, withdrawalId }) => {
    const { brandId } = operator;
    const { id, amount, currency } = await findReturned(tx, brandId, { transferId, withdrawalId });
    return {
      subject: { kind: 'withdrawal', id },
      amounts: [{ amount, currency }],
      ...(await countTogether(tx, operator, await findTransfer(tx, brandId, transferId))),
    };
  },
  act: async (core, { tx, operator }, { transferId, withdrawalId, ...rest }) => {
    const { brandId, actor } = operator;
    const before = await findReturned(tx, brandId, { transferId, withdrawalId });
    const act = { ...rest, brandId, transferId, withdrawalId: before.id, actor };
    const { withdrawal, wasReturned } = await returnTransfer(core, tx, act);
    const shown = summarizeWithdrawal({ ...before, ...withdrawal });
    const done = settleWithdrawal(core, before, withdrawal, { ...shown, wasReturned });
    return {
      ...done,
      subject: { kind: 'bankTransfer', id: transferId },
      after: { ...done.after, withdrawalId: withdrawal.id, wasReturned },
    };
  },
});
