import { createHmac } from 'node:crypto';

/** Signs a notification of transfers as the operator's bank does (docs/operator-guide.md). */
export function signTransfers(body: string, secret: string, now: Date) {
  const time = Math.floor(now.getTime() / 1000);
  const hash = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { headers: { 'requisites-signature': `t=${time},v1=${hash}` }, body };
}
