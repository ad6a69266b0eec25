import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stack } from './stack.ts';

/**
 * Turns a valid player token into one that expired a minute ago, signed with the demo's own key.
 */
export function expireToken(token: string): string {
  const [header = '', payload = ''] = token.split('.');
  const claims: Record<string, unknown> = JSON.parse(
    Buffer.from(payload, 'base64url').toString('utf8'),
  );
  const nowSeconds = Math.floor(Date.now() / 1000);
  const expired = { ...claims, iat: nowSeconds - 3660, exp: nowSeconds - 60 };
  const signed = `${header}.${Buffer.from(JSON.stringify(expired)).toString('base64url')}`;
  const jwk = JSON.parse(
    readFileSync(path.join(stack.dataFolder, 'demo', 'signing-key.json'), 'utf8'),
  );
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}
