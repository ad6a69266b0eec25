import type { Payment } from './payment.ts';

/** The address a player is sent to. Who has it may pay: its token is the only key to the page. */
export function hostedPageUrl(publicUrl: string, payment: Payment): string {
  return `${publicUrl}${hostedPagePath(payment)}`;
}

/** The same, as seen from the provider itself. */
export function hostedPagePath({ id, token }: Payment, step?: string): string {
  const more = step === undefined ? '' : `&step=${encodeURIComponent(step)}`;
  return `/pay/${id}?token=${token}${more}`;
}

/** Where the player goes back to. The status in it is a hint for the eye and proves nothing. */
export function returnAddress({ id, request, status }: Payment): string {
  const url = new URL(request.returnUrl);
  url.searchParams.set('paymentId', id);
  url.searchParams.set('merchantReference', request.merchantReference);
  url.searchParams.set('status', status);
  return url.href;
}
