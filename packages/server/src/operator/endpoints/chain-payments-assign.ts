import * as z from 'zod/mini';
import { announcePayments } from '../../money/chains/announce-payments.ts';
import { movedBy } from '../../money/sweepstake/given-for.ts';
import { separateFromField } from '../acts/require-distinct.ts';
import {
  chainPaymentSchema,
  describeChainPayment,
  findChainPayment,
} from '../chains/find-payments.ts';
import { assignChainPayment } from '../chains/payment-acts.ts';
import { defineAct } from '../define-endpoint.ts';
import { findDeposit } from '../lookup/find-deposits.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/chain-payments/{chainPaymentId}/assign',
  scope: 'deposits',
  summary: 'Assign a parked payment on a chain to a deposit, which is credited with it.',
  subject: { kind: 'chainPayment', field: 'chainPaymentId' },
  command: {
    words: 'chain-payments assign',
    arguments: ['chainPaymentId', 'depositId'],
  },
  request: z.strictObject({
    chainPaymentId: z.uuid(),
    depositId: z.string().check(z.describe('the id or the reference of the deposit')),
    ...separateFromField,
    reason: reasonSchema,
  }),
  response: chainPaymentSchema,
  money: async (tx, { brandId }, { chainPaymentId, depositId }) => {
    const { id, ...order } = await findDeposit(tx, brandId, depositId);
    const { amount, coin } = await findChainPayment(tx, brandId, chainPaymentId);
    // Of an unknown token the act says that it is impossible.
    if (coin === null) return null;
    return {
      subject: { kind: 'deposit', id },
      amounts: movedBy({ amount, currency: coin }, order),
    };
  },
  act: async (core, { tx, operator: { brandId, actor } }, request) => {
    const { chainPaymentId, reason, separateFrom } = request;
    const { because } = await findChainPayment(tx, brandId, chainPaymentId);
    const deposit = await findDeposit(tx, brandId, request.depositId);
    const act = { brandId, chainPaymentId, actor, reason, deposit, separateFrom };
    const payment = await assignChainPayment(core, tx, act);
    const row = await findChainPayment(tx, brandId, chainPaymentId);
    return {
      response: describeChainPayment(row),
      subject: { kind: 'chainPayment', id: chainPaymentId },
      before: { status: 'parked', because },
      after: { status: payment.status, depositId: deposit.id, rate: payment.rate },
      afterCommit: () => announcePayments(core, brandId, [payment]),
    };
  },
});
