import { convertMoney, decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { givenFor } from '../../money/sweepstake/given-for.ts';
import { resolveParkedPayment } from '../acts/deposit-acts.ts';
import { requireDistinctReceipt, separateFromField } from '../acts/require-distinct.ts';
import { settleDeposit } from '../acts/settle-subject.ts';
import { defineAct } from '../define-endpoint.ts';
import {
  depositSummarySchema,
  findDeposit,
  findPayment,
  summarizeDeposit,
} from '../lookup/find-deposits.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/payments/{paymentId}/resolve',
  scope: 'deposits',
  summary: 'Resolve a parked payment: credit it, or record that it was returned.',
  subject: { kind: 'payment', field: 'paymentId' },
  command: { words: 'payments resolve', arguments: ['paymentId'] },
  request: z.strictObject({
    paymentId: z.uuid(),
    resolution: z.enum(['credit', 'return']),
    rate: z.optional(
      decimalSchema.check(
        z.describe("units of the account's currency for one unit of the payment's"),
      ),
    ),
    isAboveLimit: z.optional(
      z.boolean().check(z.describe("credit it also above the player's limits")),
    ),
    ...separateFromField,
    reason: reasonSchema,
  }),
  response: depositSummarySchema,
  money: async (tx, { brandId }, { paymentId, resolution, rate }) => {
    const { id, deposit_id, amount, currency } = await findPayment(tx, brandId, paymentId);
    if (resolution === 'return') return null;
    const paid = { amount, currency };
    const { account_currency, ...order } = await findDeposit(tx, brandId, deposit_id);
    // A rate of the operator's own may credit any amount.
    const credited = rate === undefined ? [] : [convertMoney(paid, rate, account_currency).money];
    return { subject: { kind: 'payment', id }, amounts: [paid, ...credited, ...givenFor(order)] };
  },
  act: async (core, { tx, operator }, request) => {
    const { paymentId, resolution, rate, isAboveLimit, reason, separateFrom } = request;
    const { brandId, actor } = operator;
    const payment = await findPayment(tx, brandId, paymentId);
    const before = await findDeposit(tx, brandId, payment.deposit_id);
    if (resolution === 'credit') {
      await requireDistinctReceipt(core, tx, payment, { deposit: before }, separateFrom);
    }
    const after = await resolveParkedPayment(core, tx, {
      brandId,
      actor,
      reason,
      paymentId,
      resolution:
        resolution === 'credit' ? { kind: 'credit', rate, isAboveLimit } : { kind: 'return' },
    });
    const summary = summarizeDeposit({ ...before, ...after });
    const done = settleDeposit(core, before, after, summary);
    return { ...done, subject: { kind: 'payment', id: paymentId } };
  },
});
