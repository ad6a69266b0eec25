import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { NotificationCheck, RawNotification } from '../src/connectors/connector.ts';
import { parseJson } from '../src/connectors/exact-numbers.ts';
import type { ProviderEvent } from '../src/connectors/provider-event.ts';
import { orderSchema } from './client/example-pay-client.ts';
import { toEvents } from './events.ts';

const notificationSchema = z.object({
  event_no: z.string().check(z.minLength(1), z.maxLength(64)),
  order: orderSchema,
});

/**
 * Verifies `x-signature`, the base64 HMAC-SHA256 of the body, and returns the id that identifies
 * repeated notifications. This provider signs no time; if yours does, reject signatures that are
 * off by more than five minutes.
 */
export function verifyExamplePayNotification(
  { headers, body }: RawNotification,
  secret: string,
): NotificationCheck {
  const signature = Buffer.from(headers['x-signature'] ?? '', 'base64');
  const expected = createHmac('sha256', secret).update(body).digest();
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
    return { kind: 'refused', detail: 'missing or wrong signature' };
  }
  return { kind: 'authentic', notificationId: readEventId(body) };
}

/** Reads the event's number from the signed body; a malformed body is identified by its hash. */
function readEventId(body: string): string {
  const notification = notificationSchema.safeParse(parseJson(body));
  if (notification.success) return notification.data.event_no;
  return createHash('sha256').update(body).digest('hex');
}

export function parseExamplePayNotification(
  body: string,
): ProviderEvent[] | { kind: 'unreadable'; detail: string } {
  const parsed = notificationSchema.safeParse(parseJson(body));
  if (parsed.success) return toEvents(parsed.data.order);
  const detail = parsed.error.issues[0]?.path.join('.') || 'unknown shape';
  return { kind: 'unreadable', detail };
}
