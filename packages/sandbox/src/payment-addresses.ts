import type { Payment } from './payment.ts';

/**
 * Returns the hosted page's address for the player. Its token is the only key: anyone with the
 * address can pay.
 */
export function hostedPageUrl(publicUrl: string, payment: Payment): string {
  return `${publicUrl}${hostedPagePath(payment)}`;
}

/** Returns the path of the hosted page at the provider itself. */
export function hostedPagePath({ id, token }: Payment, step?: string): string {
  const more = step === undefined ? '' : `&step=${encodeURIComponent(step)}`;
  return `/pay/${id}?token=${token}${more}`;
}

/** Returns the address to which the player goes back. Its status is only a hint and no evidence. */
export function returnAddress({ id, request, status }: Payment): string {
  const url = new URL(request.returnUrl);
  url.searchParams.set('paymentId', id);
  url.searchParams.set('merchantReference', request.merchantReference);
  url.searchParams.set('status', status);
  return url.href;
}
