import type { Payment } from './payment.ts';

/** The address a player is sent to. Who has it may pay: its token is the only key to the page. */
export function hostedPageUrl(publicUrl: string, { id, token }: Payment): string {
  return `${publicUrl}/pay/${id}?token=${token}`;
}

/** Where the player goes back to. The status in it is a hint for the eye and proves nothing. */
export function returnAddress({ id, request, status }: Payment): string {
  const url = new URL(request.returnUrl);
  url.searchParams.set('paymentId', id);
  url.searchParams.set('merchantReference', request.merchantReference);
  url.searchParams.set('status', status);
  return url.href;
}
