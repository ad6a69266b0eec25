import { merchantKey } from './brands.ts';
import { readSecret } from './secrets.ts';
import { stack } from './stack.ts';

/** How the provider misbehaves when a payment is created. */
export type CreateFault = 'normal' | 'unavailable' | 'malformed' | 'declined';

/** Makes the running provider misbehave for the brand of faults, until told otherwise. */
export function setCreateFault(create: CreateFault): Promise<void> {
  const authorization = `Bearer ${merchantKey('faults', readSecret('SANDBOX_API_KEY'))}`;
  return tell('/v1/behaviours', { create }, { authorization });
}

/** Has the captcha stand-in behave otherwise until told again (docs/sandbox.md). */
export function behaveCaptcha(change: Record<string, string | number>): Promise<void> {
  return tell('/captcha-stand-in/behaviour', change);
}

async function tell(
  path: string,
  change: object,
  headers: Record<string, string> = {},
): Promise<void> {
  const response = await fetch(`${stack.sandboxUrl}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${path}.`);
}
