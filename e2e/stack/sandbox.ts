import { merchantKey } from './brands.ts';
import { readSecret } from './secrets.ts';
import { stack } from './stack.ts';

/** The provider's fault when a payment is created. */
export type CreateFault = 'normal' | 'unavailable' | 'malformed' | 'declined';

/** Sets the running provider's fault for the brand `faults`, until it is changed. */
export function setCreateFault(create: CreateFault): Promise<void> {
  const authorization = `Bearer ${merchantKey('faults', readSecret('SANDBOX_API_KEY'))}`;
  return tell('/v1/behaviours', { create }, { authorization });
}

/** Pays a deposit of the demo's brand that has no page of the provider (a code, an invoice). */
export function approvePayment(depositId: string): Promise<void> {
  return decide(depositId, 'approve', {});
}

/** Declines a deposit of the demo's brand, with a reason of the provider's list. */
export function declinePayment(depositId: string, reason: string): Promise<void> {
  return decide(depositId, 'decline', { reason });
}

async function decide(depositId: string, decision: string, details: object): Promise<void> {
  const headers = { authorization: `Bearer ${readSecret('SANDBOX_API_KEY')}` };
  const query = new URLSearchParams({ merchantReference: depositId });
  const response = await fetch(`${stack.sandboxUrl}/v1/payments?${query}`, { headers });
  if (!response.ok) throw new Error(`The sandbox has no payment of ${depositId}.`);
  const { id }: { id: string } = await response.json();
  return tell(`/v1/payments/${id}/${decision}`, details, headers);
}

/** Changes the captcha stand-in's behaviour until the next change (docs/sandbox.md). */
export function setCaptchaBehaviour(change: Record<string, string | number>): Promise<void> {
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
  if (!response.ok) throw new Error(`The sandbox responded with ${response.status} to ${path}.`);
}
