import { buysCrypto, encodeOffers } from './onramp/offer.ts';
import { chooseStyle } from './page-style.ts';
import { chargedOf, type Payment } from './payment.ts';
import { hostedPageUrl } from './payment-addresses.ts';
import { encodePerson, personBehaviourOf } from './person.ts';
import { writeBrCode } from './pix-bank/br-code.ts';
import { encodeInvoice, hasInvoice } from './unified-invoice.ts';
import { encodeVirtualAccount, hasVirtualAccount } from './virtual-account.ts';

/** The Pix key of the provider's own codes. */
export const ownPixKey = 'sandbox@pay.example';

/** The stated lifetime of a code. */
const codeSeconds = 900;

/**
 * Returns the player's options for the merchant: always the hosted page, and for some methods also
 * offers to choose from, a code to scan, an invoice, an account to pay into, or a person to pay to.
 */
export function encodeStep(payment: Payment, publicUrl: string) {
  const redirect = encodeRedirect(payment, publicUrl);
  if (buysCrypto(payment.request)) return { redirect, ...encodeOffers(payment) };
  if (hasInvoice(payment)) return { redirect, invoice: encodeInvoice(payment, publicUrl) };
  if (hasVirtualAccount(payment)) return { redirect, transfer: encodeVirtualAccount(payment) };
  if (personBehaviourOf(payment.request) !== null)
    return { redirect, person: encodePerson(payment) };
  const code = encodeCode(payment, publicUrl);
  return { redirect, ...(code && { code }) };
}

/** Methods whose page is opened by a posted form. Such providers are few. */
const postedMethods: ReadonlySet<string> = new Set(['havale', 'imps', 'klarna', 'sepa']);

/**
 * Returns the redirect: for wallets with several query values, for most other methods a plain link.
 */
function encodeRedirect(payment: Payment, publicUrl: string) {
  const { id, token, request } = payment;
  const { currency } = request;
  const style = chooseStyle(request);
  if (style === 'bank' && postedMethods.has(request.method)) {
    return { method: 'POST', url: `${publicUrl}/pay/${id}`, data: { token } };
  }
  const url = hostedPageUrl(publicUrl, payment);
  return {
    method: 'GET',
    url,
    data: style === 'wallet' ? { amount: chargedOf(request), currency } : {},
  };
}

function encodeCode(payment: Payment, publicUrl: string) {
  const { cardViewType, amount } = payment.request;
  const times = { createdAt: createdAt(payment), expiresInSeconds: codeSeconds };
  if (cardViewType === 6) return { page: 'pix', text: pixCode(payment), ...times };
  if (cardViewType !== 7) return null;
  const payLink = upiLink(payment);
  // Tests need this page with and without a code to scan: an amount with an odd last digit before
  // the decimal point has none.
  return /[13579](\.|$)/.test(amount)
    ? { page: 'eazype', payLink: hostedPageUrl(publicUrl, payment), ...times }
    : { page: 'eazype', text: payLink, payLink, ...times };
}

function pixCode(payment: Payment): string {
  return writeBrCode({
    key: ownPixKey,
    merchantName: 'SANDBOX PAY',
    city: 'SAO PAULO',
    amount: chargedOf(payment.request),
    txid: pixTxid(payment),
  });
}

/** Returns the part of a payment's id that fits into a code: enough to find the payment. */
export function pixTxid({ id }: Pick<Payment, 'id'>): string {
  return id.replace(/[^A-Za-z0-9]/g, '').slice(0, 25);
}

function upiLink({ id, request }: Payment): string {
  const { currency, merchantReference } = request;
  const query = new URLSearchParams({
    pa: 'sandbox@kassa',
    pn: 'Sandbox Pay',
    am: chargedOf(request),
    cu: currency,
    tr: id,
    tn: merchantReference,
  });
  return `upi://pay?${query}`;
}

function createdAt({ createdAt: at }: Payment): string {
  return new Date(at ?? 0).toISOString();
}
