import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { amountSchema, currencySchema } from './amounts.ts';
import { englishErrors, sendError, sendInvalid } from './answers.ts';
import type { ApiOptions } from './api-routes.ts';
import { maskCustomer } from './customer.ts';
import { encodePayout, type Payout, payoutRequestSchema, payoutStatusSchema } from './payout.ts';
import { playFault } from './play-fault.ts';

type PayoutPath = { Params: { id: string } };

/** A decision; without the paid money, a completed payout is paid as requested. */
const decisionSchema = z.object({
  status: payoutStatusSchema,
  paidAmount: z.optional(amountSchema),
  paidCurrency: z.optional(currencySchema),
});

/** Payouts: the merchant's requests, and the decisions of a test. */
export async function payoutRoutes(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const showFound = (reply: FastifyReply, payout: Payout | undefined) =>
    payout === undefined
      ? sendError(reply, 404, 'payout.notFound', 'The payout does not exist')
      : reply.send(encodePayout(payout));

  app.post('/v1/payouts', async (request, reply) => {
    const parsed = payoutRequestSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const { behaviours, payouts } = request.provider;
    const { customer } = parsed.data;
    const kept = { ...parsed.data, ...(customer && { customer: maskCustomer(customer) }) };
    const create = () => payouts.create(kept);
    const isLate = behaviours.payout === 'normal' && behaviours.payoutOutcome === 'late';
    const fault = isLate ? 'slow' : behaviours.payout;
    if (await playFault(fault, create, reply, options)) return reply;
    const { kind, payout } = create();
    if (kind === 'conflict') {
      return sendError(reply, 409, 'payout.conflict', 'The reference belongs to another payout');
    }
    return reply.code(kind === 'created' ? 201 : 200).send(encodePayout(payout));
  });

  const askNothing = () => undefined;
  app.get('/v1/payouts', async (request, reply) => {
    const parsed = z
      .object({ merchantReference: z.string() })
      .safeParse(request.query, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const { behaviours, payouts } = request.provider;
    if (await playFault(behaviours.status, askNothing, reply, options)) return reply;
    return showFound(reply, payouts.findByReference(parsed.data.merchantReference));
  });

  app.get<PayoutPath>('/v1/payouts/:id', async (request, reply) => {
    const { behaviours, payouts } = request.provider;
    if (await playFault(behaviours.status, askNothing, reply, options)) return reply;
    return showFound(reply, payouts.find(request.params.id));
  });

  app.post<PayoutPath>('/v1/payouts/:id/decide', async (request, reply) => {
    const parsed = decisionSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const { id } = request.params;
    const { payouts } = request.provider;
    const { status, paidAmount: amount, paidCurrency: currency } = parsed.data;
    if (payouts.find(id) !== undefined) payouts.decide(id, status, { amount, currency });
    const payout = payouts.find(id);
    if (payout !== undefined && payout.status !== status) {
      return sendError(reply, 409, 'payout.finished', `The payout is ${payout.status}`);
    }
    return showFound(reply, payout);
  });
}
