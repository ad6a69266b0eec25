import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { NotificationCheck, ProviderPayment, RawNotification } from '../connector.ts';
import { type SandboxPayment, sandboxPaymentSchema } from './client/sandbox-client.ts';

/** A signature older than this is refused: a recorded request can't be played back for ever. */
const maxAgeMs = 5 * 60_000;

const eventSchema = z.object({
  eventId: z.string().check(z.minLength(1), z.maxLength(128)),
  type: z.literal('payment.updated'),
  payment: sandboxPaymentSchema,
});

/**
 * Verifies `sandbox-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">` and takes the
 * id that tells a repeated notification.
 */
export function checkSandboxNotification(
  { headers, body }: RawNotification,
  secret: string,
  now: Date,
): NotificationCheck {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers['sandbox-signature'] ?? '');
  const [, time, signature] = match ?? [];
  if (time === undefined || signature === undefined) {
    return { kind: 'refused', detail: 'no readable signature' };
  }
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) {
    return { kind: 'refused', detail: 'wrong signature' };
  }
  if (Math.abs(now.getTime() - Number(time) * 1000) > maxAgeMs) {
    return { kind: 'refused', detail: 'signature too old' };
  }
  return { kind: 'authentic', notificationId: readEventId(body) };
}

/** The event's id stands in the signed body; an unreadable body is told apart by its hash. */
function readEventId(body: string): string {
  const event = eventSchema.safeParse(parseJson(body));
  return event.success ? event.data.eventId : createHash('sha256').update(body).digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function parseSandboxNotification(
  body: string,
): ProviderPayment | { kind: 'unreadable'; detail: string } {
  const parsed = eventSchema.safeParse(parseJson(body));
  if (!parsed.success) {
    return {
      kind: 'unreadable',
      detail: parsed.error.issues[0]?.path.join('.') ?? 'unknown shape',
    };
  }
  return toProviderPayment(parsed.data.payment);
}

export function toProviderPayment(payment: SandboxPayment): ProviderPayment {
  return {
    providerReference: payment.id,
    depositId: payment.merchantReference,
    status: payment.status,
    // Never the amount that was asked for: what arrived is what the provider says arrived.
    paid:
      payment.status === 'approved' && payment.paidAmount !== null
        ? { amount: payment.paidAmount, currency: payment.currency }
        : null,
  };
}
