import { readSecret } from './secrets.ts';
import { stack } from './stack.ts';

/** How the provider misbehaves when a payment is created. */
export type CreateFault = 'normal' | 'unavailable' | 'malformed' | 'declined';

/** Makes the running provider misbehave for everyone, until told otherwise. */
export async function setCreateFault(create: CreateFault): Promise<void> {
  const response = await fetch(`${stack.sandboxUrl}/v1/behaviours`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${readSecret('SANDBOX_API_KEY')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ create }),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}.`);
}
