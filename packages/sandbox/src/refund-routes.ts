import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { englishErrors, sendError, sendInvalid } from './answers.ts';
import type { ApiOptions } from './api-routes.ts';
import { playFault } from './play-fault.ts';
import { encodeRefund, type Refund, refundRequestSchema, refundStatusSchema } from './refund.ts';

const decisionSchema = z.object({ status: refundStatusSchema });

/** Refunds and voids: the merchant's requests, and the decisions of a test. */
export async function refundRoutes(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const showFound = (reply: FastifyReply, refund: Refund | undefined) =>
    refund === undefined
      ? sendError(reply, 404, 'refund.notFound', 'The refund does not exist')
      : reply.send(encodeRefund(refund));

  app.post('/v1/refunds', async (request, reply) => {
    const parsed = refundRequestSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const { behaviours, refunds } = request.provider;
    const create = () => refunds.create(parsed.data);
    if (await playFault(behaviours.refund, create, reply, options)) return reply;
    const created = create();
    switch (created.kind) {
      case 'noReceipt':
        return sendError(reply, 404, 'receipt.notFound', 'The receipt does not exist');
      case 'impossible':
        return sendError(
          reply,
          422,
          'refund.impossible',
          'Less than this amount is left of the receipt, or it can no longer be voided',
        );
      case 'conflict':
        return sendError(reply, 409, 'refund.conflict', 'The reference belongs to another refund');
      case 'created':
      case 'existing':
        return reply
          .code(created.kind === 'created' ? 201 : 200)
          .send(encodeRefund(created.refund));
    }
  });

  app.get('/v1/refunds', async (request, reply) => {
    const parsed = z
      .object({ merchantReference: z.string() })
      .safeParse(request.query, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const { behaviours, refunds } = request.provider;
    if (await playFault(behaviours.status, () => undefined, reply, options)) return reply;
    return showFound(reply, refunds.findByReference(parsed.data.merchantReference));
  });

  app.post<{ Params: { id: string } }>('/v1/refunds/:id/decide', async (request, reply) => {
    const parsed = decisionSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const { id } = request.params;
    const { refunds } = request.provider;
    if (refunds.find(id) !== undefined) refunds.decide(id, parsed.data.status);
    const refund = refunds.find(id);
    if (refund !== undefined && refund.status !== parsed.data.status) {
      return sendError(reply, 409, 'refund.finished', `The refund is ${refund.status}`);
    }
    return showFound(reply, refund);
  });
}
