import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { behaviourChangeSchema } from './behaviours.ts';
import {
  amountSchema,
  encodePayment,
  type Payment,
  type PaymentRequest,
  paymentRequestSchema,
} from './payment.ts';
import { hostedPageUrl } from './payment-addresses.ts';
import type { Decision, Provider } from './provider.ts';

interface ApiOptions {
  provider: Provider;
  apiKey: string;
  /** Origin of the hosted page, known once the server listens. */
  publicUrl: () => string;
  slowAnswerMs: number;
  /** Aborted when the server closes: nobody waits for a slow answer then. */
  closing: AbortSignal;
}

/** The merchant's API. Errors are `{error: {code, message}}`. */
export async function apiRoutes(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const { provider } = options;
  app.addHook('onRequest', async (request, reply) => {
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${options.apiKey}`)) {
      return refuse(reply, 401, 'unauthorized', 'The API key is missing or wrong');
    }
  });

  const show = (payment: Payment) => ({
    ...encodePayment(payment),
    redirect: { method: 'GET', url: hostedPageUrl(options.publicUrl(), payment) },
  });
  const showFound = (reply: FastifyReply, payment: Payment | undefined) =>
    payment === undefined
      ? refuse(reply, 404, 'payment.notFound', 'There is no such payment')
      : reply.send(show(payment));

  app.post('/v1/payments', async (request, reply) => {
    const parsed = paymentRequestSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return refuseInvalid(reply, parsed.error);
    if (await misbehave(parsed.data, reply, options)) return reply;
    const { kind, payment } = provider.create(parsed.data);
    if (kind === 'conflict') {
      return refuse(reply, 409, 'payment.conflict', 'This reference names another payment');
    }
    return reply.code(kind === 'created' ? 201 : 200).send(show(payment));
  });

  app.get('/v1/payments', async (request, reply) => {
    const parsed = z
      .object({ merchantReference: z.string() })
      .safeParse(request.query, englishErrors);
    if (!parsed.success) return refuseInvalid(reply, parsed.error);
    return showFound(reply, provider.findByReference(parsed.data.merchantReference));
  });

  app.get<PaymentPath>('/v1/payments/:id', async (request, reply) =>
    showFound(reply, provider.find(request.params.id)),
  );

  const decide = (request: FastifyRequest<PaymentPath>, reply: FastifyReply, made: Decision) => {
    provider.decide(request.params.id, made);
    const payment = provider.find(request.params.id);
    if (payment !== undefined && payment.status !== made.status) {
      return refuse(reply, 409, 'payment.finished', `The payment is already ${payment.status}`);
    }
    return showFound(reply, payment);
  };

  app.post<PaymentPath>('/v1/payments/:id/approve', async (request, reply) => {
    const parsed = approvalSchema.safeParse(request.body ?? {}, englishErrors);
    if (!parsed.success) return refuseInvalid(reply, parsed.error);
    const asked = provider.find(request.params.id)?.request.amount ?? null;
    const paidAmount = parsed.data.paidAmount ?? asked;
    return decide(request, reply, { status: 'approved', paidAmount });
  });

  app.post<PaymentPath>('/v1/payments/:id/decline', async (request, reply) =>
    decide(request, reply, { status: 'declined', paidAmount: null }),
  );

  app.get('/v1/behaviours', async () => provider.behaviours);

  app.post('/v1/behaviours', async (request, reply) => {
    const parsed = behaviourChangeSchema.safeParse(request.body, englishErrors);
    if (!parsed.success) return refuseInvalid(reply, parsed.error);
    provider.changeBehaviours(parsed.data);
    return provider.behaviours;
  });
}

/** zod/mini says only "Invalid input" unless given its words. */
const englishErrors = { error: z.locales.en().localeError };

type PaymentPath = { Params: { id: string } };

const approvalSchema = z.object({ paidAmount: z.optional(amountSchema) });

/** Plays the set fault of creating (see behaviours.ts). Returns whether it has answered. */
async function misbehave(
  request: PaymentRequest,
  reply: FastifyReply,
  { provider, slowAnswerMs, closing }: ApiOptions,
): Promise<boolean> {
  switch (provider.behaviours.create) {
    case 'normal':
      return false;
    case 'unavailable':
      refuse(reply, 503, 'unavailable', 'The provider is down for maintenance');
      return true;
    case 'declined':
      refuse(reply, 422, 'declined', 'Your bank does not allow this payment');
      return true;
    case 'malformed':
      provider.create(request);
      reply.type('text/html').send('<html><body><h1>Welcome to nginx!</h1>');
      return true;
    case 'slow':
      provider.create(request);
      await wait(slowAnswerMs, undefined, { signal: closing }).catch(() => undefined);
      return false;
  }
}

function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).send({ error: { code, message } });
}

function refuseInvalid(reply: FastifyReply, error: z.core.$ZodError): FastifyReply {
  const message = error.issues.map(
    (issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`,
  );
  return refuse(reply, 400, 'request.invalid', message.join('; '));
}

/** Compares in constant time, whatever the lengths. */
function isSameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
