import * as z from 'zod/mini';
import { moneyFields, providerReferenceField } from '../acts/record-act.ts';
import { refundDeposit } from '../acts/refund-deposit.ts';
import { settleDeposit } from '../acts/settle-subject.ts';
import { defineAct } from '../define-endpoint.ts';
import { depositSummarySchema, findDeposit, summarizeDeposit } from '../lookup/find-deposits.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/deposits/{depositId}/refund',
  scope: 'deposits',
  summary: 'Book a refund that you paid to the player outside of Kassa.',
  subject: { kind: 'deposit', field: 'depositId' },
  command: { words: 'deposits refund', arguments: ['depositId'] },
  request: z.strictObject({
    depositId: z.string(),
    /** The refunded amount, in the currency that arrived. */
    ...moneyFields,
    ...providerReferenceField,
    paymentId: z.optional(
      z
        .uuid()
        .check(
          z.describe('the refunded payment, if there are several and the amount is ambiguous'),
        ),
    ),
    reason: reasonSchema,
  }),
  response: depositSummarySchema,
  money: async (tx, { brandId }, { depositId, amount, currency }) => {
    const { id } = await findDeposit(tx, brandId, depositId);
    return { subject: { kind: 'deposit', id }, amounts: [{ amount, currency }] };
  },
  act: async (core, { tx, operator }, { depositId, amount, currency, ...rest }) => {
    const { brandId, actor } = operator;
    const before = await findDeposit(tx, brandId, depositId);
    const after = await refundDeposit(core, tx, {
      ...rest,
      brandId,
      actor,
      depositId: before.id,
      money: { amount, currency },
    });
    return settleDeposit(core, before, after, summarizeDeposit({ ...before, ...after }));
  },
});
