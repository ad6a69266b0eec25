import { ownAccountNumber, ownReference } from './own-account.ts';
import { chargedOf, type Payment } from './payment.ts';
import { hasInvoice } from './unified-invoice.ts';

/** The merchant's card view types of methods that are paid into an account: virtual, bank transfer. */
const accountViewTypes: readonly (number | undefined)[] = [8, 9];

/** The stated lifetime of a virtual account. A later payment into it arrives too. */
const virtualAccountSeconds = 900;

/** Whether a payment is made by a transfer into an account of its own. */
export function hasVirtualAccount({ request }: Payment): boolean {
  return accountViewTypes.includes(request.cardViewType);
}

/** Returns the account to pay into, with all data that a payer's bank asks for. */
export function encodeVirtualAccount(payment: Payment) {
  const { id, request, createdAt } = payment;
  const country = request.customer?.country?.toUpperCase();
  return {
    amount: chargedOf(request),
    currency: request.currency,
    bankName: 'Sandbox Bank (simulated)',
    accountNumber: ownAccountNumber(id),
    holder: 'Sandbox Pay',
    reference: ownReference(id),
    ...(country !== undefined && /^[A-Z]{2}$/.test(country) && { country }),
    createdAt: new Date(createdAt ?? 0).toISOString(),
    expiresInSeconds: virtualAccountSeconds,
  };
}

/** Whether a payment has this account: a virtual one, or that of its invoice. */
export function isPaidInto(payment: Payment, account: string): boolean {
  const hasAccount = hasVirtualAccount(payment) || hasInvoice(payment);
  return hasAccount && ownAccountNumber(payment.id) === account;
}
