import { createHash } from 'node:crypto';
import type { NotificationCheck, RawNotification } from '../connector.ts';
import { parseJson } from '../exact-numbers.ts';
import type { ProviderEvent } from '../provider-event.ts';
import { verifyTimedSignature } from '../verify-timed-signature.ts';
import { receivedSchema } from './client/schemas.ts';
import { toEvents } from './events.ts';

/**
 * Verifies `pix-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`. Banks don't
 * sign; they authenticate with a certificate (mTLS). The adapter between the bank and Kassa
 * verifies the certificate and signs.
 */
export function verifyPixNotification(
  { headers, body }: RawNotification,
  secret: string,
  now: Date,
): NotificationCheck {
  const signature = headers['pix-signature'];
  const detail = verifyTimedSignature({ signature, body, secret, now });
  if (detail !== null) return { kind: 'refused', detail };
  // The Banco Central's notifications have no id: equal bodies are the same notification.
  return { kind: 'authentic', notificationId: createHash('sha256').update(body).digest('hex') };
}

export function parsePixNotification(
  body: string,
): ProviderEvent[] | { kind: 'unreadable'; detail: string } {
  const parsed = receivedSchema.safeParse(parseJson(body));
  if (parsed.success) return toEvents(parsed.data.pix);
  return { kind: 'unreadable', detail: parsed.error.issues[0]?.path.join('.') || 'unknown shape' };
}
