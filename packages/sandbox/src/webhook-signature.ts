import { createHmac } from 'node:crypto';

/**
 * The value of the `sandbox-signature` header: `t=<unix seconds>,v1=<hex>`, where hex is the
 * HMAC-SHA256 of `<t>.<raw body>` with the merchant's webhook secret.
 */
export function signWebhook(secret: string, unixSeconds: number, rawBody: string): string {
  const hash = createHmac('sha256', secret).update(`${unixSeconds}.${rawBody}`).digest('hex');
  return `t=${unixSeconds},v1=${hash}`;
}
