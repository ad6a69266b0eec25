import { ownAccountNumber, ownReference, ownVpa } from './own-account.ts';
import { chargedOf, type Payment } from './payment.ts';
import { isPaidToPerson } from './person.ts';
import { hasInvoice } from './unified-invoice.ts';

/** The merchant's card view types of methods that are paid into an account: virtual, bank transfer. */
const accountViewTypes: readonly (number | undefined)[] = [8, 9];

/** The one of methods that are paid by UPI, to an address of the payment's own. */
const upiViewType = 3;

/** The stated lifetime of a virtual account. A later payment into it arrives too. */
const virtualAccountSeconds = 900;

/** Whether a payment is made by a transfer into an account or to an address of its own. */
export function hasVirtualAccount(payment: Payment): boolean {
  return accountViewTypes.includes(payment.request.cardViewType) || hasVpa(payment);
}

function hasVpa({ request }: Payment): boolean {
  return request.cardViewType === upiViewType;
}

/** Returns the account to pay into, with all data that a payer's bank asks for. */
export function encodeVirtualAccount(payment: Payment) {
  const { id, request, createdAt } = payment;
  const country = request.customer?.country?.toUpperCase();
  return {
    amount: chargedOf(request),
    currency: request.currency,
    ...(hasVpa(payment)
      ? { vpa: ownVpa(id), asksFor: ['utr'] }
      : { bankName: 'Sandbox Bank (simulated)', accountNumber: ownAccountNumber(id) }),
    holder: 'Sandbox Pay',
    reference: ownReference(id),
    ...(country !== undefined && /^[A-Z]{2}$/.test(country) && { country }),
    createdAt: new Date(createdAt ?? 0).toISOString(),
    expiresInSeconds: virtualAccountSeconds,
  };
}

/**
 * Whether a payment has this account or address: a virtual one, that of its invoice, or the card or
 * phone of its person.
 */
export function isPaidInto(payment: Payment, account: string): boolean {
  // Capitals make no difference in an address.
  if (hasVpa(payment)) return ownVpa(payment.id) === account.toLowerCase();
  if (!hasVirtualAccount(payment) && !hasInvoice(payment)) return isPaidToPerson(payment, account);
  return ownAccountNumber(payment.id) === account;
}
