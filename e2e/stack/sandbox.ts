import { randomUUID } from 'node:crypto';
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

/** A transfer at the player's bank. The button's names are those of its page (docs/sandbox.md). */
export interface Transfer {
  account: string;
  amount: string;
  currency: string;
  text?: string;
  button?: 'pay' | 'pay-less' | 'pay-more' | 'pay-twice' | 'pay-wrong-account' | 'pay-unannounced';
}

/**
 * Returns the name of a payer who has never paid: one who has paid for another player is somebody
 * else to this one.
 */
export const namePayer = (): string =>
  `Sam ${randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;

/**
 * Pays into an account at the player's bank: a requisite of the operator, or a virtual account. Each
 * transfer is another payer's.
 */
export async function payTransfer({ button = 'pay', ...transfer }: Transfer): Promise<void> {
  const fields = { ...transfer, payerName: namePayer() };
  const response = await fetch(`${stack.sandboxUrl}/bank`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, action: button }),
  });
  if (!response.ok) throw new Error(`The bank responded with ${response.status}.`);
}

/** Returns the account that a deposit of the demo's brand is paid into. */
export async function findVirtualAccount(depositId: string): Promise<string> {
  const { transfer } = await findPayment(depositId);
  if (transfer === undefined) throw new Error(`The deposit ${depositId} has no account.`);
  return transfer.accountNumber;
}

async function decide(depositId: string, decision: string, details: object): Promise<void> {
  const { id } = await findPayment(depositId);
  return tell(`/v1/payments/${id}/${decision}`, details, keyHeaders());
}

async function findPayment(
  depositId: string,
): Promise<{ id: string; transfer?: { accountNumber: string } }> {
  const query = new URLSearchParams({ merchantReference: depositId });
  const response = await fetch(`${stack.sandboxUrl}/v1/payments?${query}`, {
    headers: keyHeaders(),
  });
  if (!response.ok) throw new Error(`The sandbox has no payment of ${depositId}.`);
  return response.json();
}

function keyHeaders() {
  return { authorization: `Bearer ${readSecret('SANDBOX_API_KEY')}` };
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
