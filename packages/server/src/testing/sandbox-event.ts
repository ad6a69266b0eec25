import { createHmac } from 'node:crypto';

/** An event signed as the sandbox provider signs it; ready to hand to `fetch`. */
export function signSandboxEvent(
  event: object,
  secret: string,
  sentAt: Date,
): { headers: Record<string, string>; body: string } {
  return signSandboxText(JSON.stringify(event), secret, sentAt);
}

/** The same for any text. */
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
