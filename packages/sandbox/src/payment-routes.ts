import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { amountSchema, currencySchema } from './amounts.ts';
import { englishErrors, sendError, sendInvalid } from './answers.ts';
import type { ApiOptions } from './api-routes.ts';
import { maskCustomer } from './customer.ts';
import { declineReasonSchema } from './decline-reasons.ts';
import { type Details, validateDetails } from './details.ts';
import { instrumentSchema } from './instrument.ts';
import { offerRoutes, sendNoOffers } from './onramp/offer-routes.ts';
import {
  chargedOf,
  detailsOf,
  detailsSchema,
  encodePayment,
  encodeReceipt,
  encodeReversal,
  type Payment,
  paymentRequestSchema,
  reversalSchema,
} from './payment.ts';
import { personBehaviourOf } from './person.ts';
import { playFault } from './play-fault.ts';
import { encodeStep } from './player-step.ts';

type PaymentPath = { Params: { id: string } };

const approvalSchema = z.object({
  paidAmount: z.optional(amountSchema),
  paidCurrency: z.optional(currencySchema),
  fee: z.optional(amountSchema),
  instrument: z.optional(z.partial(instrumentSchema)),
});
const newReceiptSchema = z.object({
  amount: amountSchema,
  currency: z.optional(currencySchema),
  fee: z.optional(amountSchema),
  instrument: z.optional(z.partial(instrumentSchema)),
});
const reversalRequestSchema = z.object({
  kind: reversalSchema.shape.kind,
  receiptId: z.optional(z.string()),
  amount: z.optional(amountSchema),
});
const moreDetailsSchema = z.object({ details: detailsSchema });
const completionSchema = z.object({
  confirmationId: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
  details: z.optional(detailsSchema),
});
const declineSchema = z.object({ reason: z.optional(declineReasonSchema) });

/** Payments: the merchant's requests, and the decisions of a test. */
export async function paymentRoutes(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const show = (payment: Payment) => ({
    ...encodePayment(payment),
    charged: chargedOf(payment.request),
    playerClaim: payment.playerClaim,
    receipts: payment.receipts.map((receipt) => encodeReceipt(payment, receipt)),
    reversals: payment.reversals.map((reversal) => encodeReversal(payment, reversal)),
    ...showStep(payment),
  });
  /** Returns the player's next step once no details are missing. */
  const showStep = (payment: Payment) => {
    const isCodeAsked = personBehaviourOf(payment.request) === 'codeFirst';
    const result = validateDetails(detailsOf(payment), isCodeAsked);
    const missingDetails = result.kind === 'taken' ? result.missing : [];
    if (missingDetails.length > 0) return { missingDetails, redirect: null };
    return { missingDetails, ...encodeStep(payment, options.publicUrl()) };
  };
  /** Sends an error if the details are invalid. Returns whether it did. */
  const rejectDetails = (reply: FastifyReply, details: Details) => {
    const result = validateDetails(details);
    if (result.kind === 'refused') {
      sendError(reply, 422, 'details.refused', result.message, 'wrong_details');
    }
    return result.kind === 'refused';
  };
  const showFound = (reply: FastifyReply, payment: Payment | undefined) =>
    payment === undefined
      ? sendError(reply, 404, 'payment.notFound', 'The payment does not exist')
      : reply.send(show(payment));
  const rejectFinished = (reply: FastifyReply, { status }: Payment) =>
    sendError(reply, 409, 'payment.finished', `The payment is already ${status}`);
  /**
   * Responds after a decision: with the payment if it has the wanted status, with an error
   * otherwise.
   */
  const showDecided = (
    { provider, params }: FastifyRequest<PaymentPath>,
    reply: FastifyReply,
    wanted: Payment['status'],
  ) => {
    const payment = provider.payments.find(params.id);
    if (payment !== undefined && payment.status !== wanted) {
      return rejectFinished(reply, payment);
    }
    return showFound(reply, payment);
  };

  await app.register(offerRoutes, { ...options, showFound });

  app.post('/v1/payments', async (request, reply) => {
    const { behaviours, offers, payments } = request.provider;
    const parsed = paymentRequestSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    if (rejectDetails(reply, parsed.data.details ?? {})) return reply;
    const { customer } = parsed.data;
    const kept = { ...parsed.data, ...(customer && { customer: maskCustomer(customer) }) };
    if (offers.hasNone(kept)) return sendNoOffers(reply);
    const create = () => {
      const created = payments.create(kept);
      offers.prepare(created.payment.id);
      return { ...created, payment: payments.find(created.payment.id) ?? created.payment };
    };
    if (await playFault(behaviours.create, create, reply, options)) return reply;
    const { kind, payment } = create();
    if (kind === 'conflict') {
      return sendError(reply, 409, 'payment.conflict', 'The reference belongs to another payment');
    }
    return reply.code(kind === 'created' ? 201 : 200).send(show(payment));
  });

  const askNothing = () => undefined;
  app.get('/v1/payments', async (request, reply) => {
    const { behaviours, payments } = request.provider;
    const parsed = z
      .object({ merchantReference: z.string() })
      .safeParse(request.query, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    if (await playFault(behaviours.status, askNothing, reply, options)) return reply;
    return showFound(reply, payments.findByReference(parsed.data.merchantReference));
  });

  app.get<PaymentPath>('/v1/payments/:id', async (request, reply) => {
    const { behaviours, payments } = request.provider;
    if (await playFault(behaviours.status, askNothing, reply, options)) return reply;
    return showFound(reply, payments.find(request.params.id));
  });

  app.post<PaymentPath>('/v1/payments/:id/details', async (request, reply) => {
    const { behaviours, payments } = request.provider;
    const parsed = moreDetailsSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const { details } = parsed.data;
    const payment = payments.find(request.params.id);
    if (payment === undefined) return showFound(reply, payment);
    // A paid payment still has its page, because details may be sent twice.
    if (payment.status === 'canceled' || payment.status === 'declined') {
      return rejectFinished(reply, payment);
    }
    if (rejectDetails(reply, { ...detailsOf(payment), ...details })) return reply;
    const add = () => payments.addDetails(payment.id, details);
    if (await playFault(behaviours.create, add, reply, options)) return reply;
    add();
    return showFound(reply, payments.find(payment.id));
  });

  app.post<PaymentPath>('/v1/payments/:id/complete', async (request, reply) => {
    const { behaviours, payments } = request.provider;
    const parsed = completionSchema.safeParse(request.body ?? {}, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const { id } = request.params;
    const { confirmationId = null, details } = parsed.data;
    const complete = () => payments.complete(id, { confirmationId, ...(details && { details }) });
    if (await playFault(behaviours.update, complete, reply, options)) return reply;
    complete();
    return showFound(reply, payments.find(id));
  });

  app.post<PaymentPath>('/v1/payments/:id/cancel', async (request, reply) => {
    const { behaviours, payments } = request.provider;
    const { id } = request.params;
    const isPossible = behaviours.cancel === 'possible';
    const cancel = () => isPossible && payments.decide(id, 'canceled');
    if (await playFault(behaviours.update, cancel, reply, options)) return reply;
    cancel();
    if (!isPossible && payments.find(id)?.status === 'pending') {
      return sendError(reply, 409, 'payment.notCancelable', 'The payment can’t be canceled');
    }
    return showDecided(request, reply, 'canceled');
  });

  app.post<PaymentPath>('/v1/payments/:id/approve', async (request, reply) => {
    const { payments } = request.provider;
    const parsed = approvalSchema.safeParse(request.body ?? {}, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const { paidAmount: amount, paidCurrency: currency, fee, instrument } = parsed.data;
    payments.approve(request.params.id, { amount, currency, fee, instrument });
    return showDecided(request, reply, 'approved');
  });

  app.post<PaymentPath>('/v1/payments/:id/decline', async (request, reply) => {
    const { payments } = request.provider;
    const parsed = declineSchema.safeParse(request.body ?? {}, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    payments.decide(request.params.id, 'declined', parsed.data.reason);
    return showDecided(request, reply, 'declined');
  });

  app.post<PaymentPath>('/v1/payments/:id/receipts', async (request, reply) => {
    const { payments } = request.provider;
    const parsed = newReceiptSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const payment = payments.find(request.params.id);
    if (payment === undefined) return showFound(reply, payment);
    const receipt = payments.receive(payment.id, parsed.data);
    return reply.code(201).send(encodeReceipt(payment, receipt));
  });

  app.post<PaymentPath>('/v1/payments/:id/reversals', async (request, reply) => {
    const { payments } = request.provider;
    const parsed = reversalRequestSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return sendInvalid(reply, parsed.error);
    const payment = payments.find(request.params.id);
    if (payment === undefined) return showFound(reply, payment);
    const reversal = payments.reverse(payment.id, parsed.data);
    if (reversal === 'impossible') {
      return sendError(
        reply,
        409,
        'reversal.impossible',
        'The receipt does not exist, or less than this amount is left of it',
      );
    }
    return reply.code(201).send(encodeReversal(payment, reversal));
  });
}
