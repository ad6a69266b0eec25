import * as z from 'zod/mini';
import {
  chainPaymentSchema,
  describeChainPayment,
  findChainPayment,
} from '../chains/find-payments.ts';
import { dismissChainPayment } from '../chains/payment-acts.ts';
import { defineAct } from '../define-endpoint.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/chain-payments/{chainPaymentId}/dismiss',
  scope: 'deposits',
  summary: 'Close a parked payment on a chain that nobody is credited with.',
  subject: { kind: 'chainPayment', field: 'chainPaymentId' },
  command: { words: 'chain-payments dismiss', arguments: ['chainPaymentId'] },
  request: z.strictObject({ chainPaymentId: z.uuid(), reason: reasonSchema }),
  response: chainPaymentSchema,
  act: async (core, { tx, operator: { brandId, actor } }, { chainPaymentId, reason }) => {
    await dismissChainPayment(core, tx, { brandId, chainPaymentId, actor, reason });
    const row = await findChainPayment(tx, brandId, chainPaymentId);
    return {
      response: describeChainPayment(row),
      before: { status: 'parked', because: row.because },
      after: { status: 'dismissed' },
    };
  },
});
