import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { NotificationCheck, ProviderEvent, RawNotification } from '../connector.ts';
import { parseJson } from '../send-request.ts';
import { receivedSchema } from './client/words.ts';
import { toEvents } from './events.ts';

/** A signature older than this is refused: a recorded request can't be played back for ever. */
const maxAgeMs = 5 * 60_000;

/**
 * Verifies `pix-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`. Banks sign nothing:
 * they are known by their certificate (mTLS), so what stands between the bank and us checks that, and signs.
 */
export function checkPixNotification(
  { headers, body }: RawNotification,
  secret: string,
  now: Date,
): NotificationCheck {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers['pix-signature'] ?? '');
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
  // The Banco Central's notifications have no id: the same words are the same notification.
  return { kind: 'authentic', notificationId: createHash('sha256').update(body).digest('hex') };
}

export function parsePixNotification(
  body: string,
): ProviderEvent[] | { kind: 'unreadable'; detail: string } {
  const parsed = receivedSchema.safeParse(parseJson(body));
  if (parsed.success) return toEvents(parsed.data.pix);
  return { kind: 'unreadable', detail: parsed.error.issues[0]?.path.join('.') || 'unknown shape' };
}
