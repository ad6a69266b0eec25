import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { NotificationCheck, ProviderEvent, RawNotification } from '../connector.ts';
import { parseJson } from '../send-request.ts';
import { notificationSchema } from './client/words.ts';
import { toPaymentEvent, toPayoutEvent, toReceiptEvent, toReversalEvent } from './events.ts';

/** A signature older than this is refused: a recorded request can't be played back for ever. */
const maxAgeMs = 5 * 60_000;

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
  const event = notificationSchema.safeParse(parseJson(body));
  return event.success ? event.data.eventId : createHash('sha256').update(body).digest('hex');
}

export function parseSandboxNotification(
  body: string,
): ProviderEvent[] | { kind: 'unreadable'; detail: string } {
  const parsed = notificationSchema.safeParse(parseJson(body));
  if (!parsed.success) {
    const detail = parsed.error.issues[0]?.path.join('.') || 'unknown shape';
    return { kind: 'unreadable', detail };
  }
  const { data } = parsed;
  switch (data.type) {
    case 'payment.updated':
      return [toPaymentEvent(data.payment)];
    case 'receipt.created':
      return [toReceiptEvent(data.receipt)];
    case 'reversal.created':
      return [toReversalEvent(data.reversal)];
    case 'payout.updated':
      return [toPayoutEvent(data.payout)];
  }
}
