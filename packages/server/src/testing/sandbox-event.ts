import { createHmac } from 'node:crypto';

/** Signs an event as the sandbox provider does; the result can be passed to `fetch`. */
export function signSandboxEvent(
  event: object,
  secret: string,
  sentAt: Date,
): { headers: Record<string, string>; body: string } {
  return signSandboxText(JSON.stringify(event), secret, sentAt);
}

/** Signs any text as the sandbox provider does. */
export function signSandboxText(
  body: string,
  secret: string,
  sentAt: Date,
): { headers: Record<string, string>; body: string } {
  const time = Math.floor(sentAt.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'sandbox-signature': `t=${time},v1=${signature}`,
    },
  };
}
