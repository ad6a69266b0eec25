import { createHash } from 'node:crypto';
import { checkTimedSignature } from '../check-timed-signature.ts';
import type { NotificationCheck, ProviderEvent, RawNotification } from '../connector.ts';
import { parseJson } from '../send-request.ts';
import { receivedSchema } from './client/words.ts';
import { toEvents } from './events.ts';

/**
 * Verifies `pix-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`. Banks sign nothing:
 * they are known by their certificate (mTLS), so what stands between the bank and us checks that, and signs.
 */
export function checkPixNotification(
  { headers, body }: RawNotification,
  secret: string,
  now: Date,
): NotificationCheck {
  const signature = headers['pix-signature'];
  const detail = checkTimedSignature({ signature, body, secret, now });
  if (detail !== null) return { kind: 'refused', detail };
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
