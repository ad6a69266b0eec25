import { createHmac, timingSafeEqual } from 'node:crypto';

/** An older signature is rejected, so that a recorded request can't be replayed for ever. */
const maxAgeMs = 5 * 60_000;

interface SignedBody {
  /** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`. */
  signature: string | undefined;
  body: string;
  secret: string;
  now: Date;
}

/** Verifies a signature with a time. Returns the reason of a rejection, or null if it is valid. */
export function verifyTimedSignature({ signature, body, secret, now }: SignedBody): string | null {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '');
  const [, time, digest] = match ?? [];
  if (time === undefined || digest === undefined) return 'no readable signature';
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  if (!timingSafeEqual(expected, Buffer.from(digest, 'hex'))) return 'wrong signature';
  const isOld = Math.abs(now.getTime() - Number(time) * 1000) > maxAgeMs;
  return isOld ? 'signature too old' : null;
}
