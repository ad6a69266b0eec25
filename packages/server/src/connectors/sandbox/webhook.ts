import { createHash } from 'node:crypto';
import type { NotificationCheck, RawNotification } from '../connector.ts';
import { parseJson } from '../exact-numbers.ts';
import type { ProviderEvent } from '../provider-event.ts';
import { verifyTimedSignature } from '../verify-timed-signature.ts';
import { notificationSchema } from './client/schemas.ts';
import {
  toPaymentEvent,
  toPayoutEvent,
  toReceiptEvent,
  toRefundEvent,
  toReversalEvent,
} from './events.ts';

/**
 * Verifies `sandbox-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">` and returns
 * the id that identifies repeated notifications.
 */
export function verifySandboxNotification(
  { headers, body }: RawNotification,
  secret: string,
  now: Date,
): NotificationCheck {
  const signature = headers['sandbox-signature'];
  const detail = verifyTimedSignature({ signature, body, secret, now });
  if (detail !== null) return { kind: 'refused', detail };
  return { kind: 'authentic', notificationId: readEventId(body) };
}

/** Reads the event's id from the signed body; a malformed body is identified by its hash. */
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
    case 'refund.updated':
      return [toRefundEvent(data.refund)];
  }
}
