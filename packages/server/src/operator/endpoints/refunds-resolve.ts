import * as z from 'zod/mini';
import { providerReferenceField } from '../acts/record-act.ts';
import { resolveRefund } from '../acts/refund-acts.ts';
import { settleRefund } from '../acts/settle-subject.ts';
import { defineAct } from '../define-endpoint.ts';
import { describeRefund, findRefund, refundSchema } from '../lookup/find-refunds.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/refunds/{refundId}/resolve',
  scope: 'deposits',
  summary: 'Set the outcome that the provider told you of a refund, above all of an unknown one.',
  subject: { kind: 'refund', field: 'refundId' },
  command: { words: 'refunds resolve', arguments: ['refundId'] },
  request: z.strictObject({
    refundId: z.string(),
    status: z
      .enum(['completed', 'failed'])
      .check(z.describe('the money was sent back, or was not and will not be')),
    ...providerReferenceField,
    reason: reasonSchema,
  }),
  response: refundSchema,
  money: async (tx, { brandId }, { refundId }) => {
    const { id, amount, currency } = await findRefund(tx, brandId, refundId);
    return { subject: { kind: 'refund', id }, amounts: [{ amount, currency }] };
  },
  act: async (core, { tx, operator }, { refundId, ...rest }) => {
    const { brandId, actor } = operator;
    const before = await findRefund(tx, brandId, refundId);
    const act = { ...rest, brandId, actor, refundId: before.id };
    const { refund, deposit } = await resolveRefund(core, tx, act);
    const subject = { kind: 'refund', id: refund.id };
    return settleRefund(core, { subject, deposit, before, after: refund }, describeRefund);
  },
});
