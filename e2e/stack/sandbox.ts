import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stack } from './stack.ts';

/** How the provider misbehaves when a payment is created. */
export type CreateFault = 'normal' | 'unavailable' | 'malformed' | 'declined';

/** Makes the running provider misbehave for everyone, until told otherwise. */
export async function setCreateFault(create: CreateFault): Promise<void> {
  const secrets: Record<string, string> = JSON.parse(
    readFileSync(path.join(stack.dataFolder, 'secrets.json'), 'utf8'),
  );
  const response = await fetch(`${stack.sandboxUrl}/v1/behaviours`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secrets.SANDBOX_API_KEY}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ create }),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}.`);
}
