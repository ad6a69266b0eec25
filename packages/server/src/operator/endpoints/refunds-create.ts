import * as z from 'zod/mini';
import { moneyFields } from '../acts/record-act.ts';
import { createRefund } from '../acts/refund-acts.ts';
import { settleRefund } from '../acts/settle-subject.ts';
import { defineAct } from '../define-endpoint.ts';
import { findDeposit } from '../lookup/find-deposits.ts';
import { describeRefund, refundSchema } from '../lookup/find-refunds.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/deposits/{depositId}/refunds',
  scope: 'deposits',
  summary: 'Ask the provider of a deposit to send its money back.',
  subject: { kind: 'deposit', field: 'depositId' },
  command: { words: 'refunds create', arguments: ['depositId'] },
  request: z.strictObject({
    depositId: z.string(),
    /** The amount to send back, in the currency that arrived. */
    ...moneyFields,
    paymentId: z.optional(
      z
        .uuid()
        .check(
          z.describe('the payment to refund, if there are several and the amount is ambiguous'),
        ),
    ),
    isVoid: z.optional(
      z
        .boolean()
        .check(z.describe('cancel the whole payment before the provider settles it, or decline')),
    ),
    reason: reasonSchema,
  }),
  response: refundSchema,
  money: async (tx, { brandId }, { depositId, amount, currency }) => {
    const { id } = await findDeposit(tx, brandId, depositId);
    return { subject: { kind: 'deposit', id }, amounts: [{ amount, currency }] };
  },
  act: async (core, { tx, operator, resourceId }, { depositId, amount, currency, ...rest }) => {
    const { brandId, actor } = operator;
    const { isVoid = false, ...act } = rest;
    const before = await findDeposit(tx, brandId, depositId);
    const { refund, deposit } = await createRefund(core, tx, {
      ...act,
      brandId,
      actor,
      depositId: before.id,
      refundId: resourceId,
      money: { amount, currency },
      isVoid,
    });
    const subject = { kind: 'deposit', id: deposit.id };
    return settleRefund(core, { subject, deposit, before: null, after: refund }, describeRefund);
  },
});
