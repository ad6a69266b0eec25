import { createHash } from 'node:crypto';
import { checkTimedSignature } from '../check-timed-signature.ts';
import type { NotificationCheck, ProviderEvent, RawNotification } from '../connector.ts';
import { parseJson } from '../send-request.ts';
import { notificationSchema } from './client/words.ts';
import { toPaymentEvent, toPayoutEvent, toReceiptEvent, toReversalEvent } from './events.ts';

/**
 * Verifies `sandbox-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">` and takes the
 * id that tells a repeated notification.
 */
export function checkSandboxNotification(
  { headers, body }: RawNotification,
  secret: string,
  now: Date,
): NotificationCheck {
  const signature = headers['sandbox-signature'];
  const detail = checkTimedSignature({ signature, body, secret, now });
  if (detail !== null) return { kind: 'refused', detail };
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
