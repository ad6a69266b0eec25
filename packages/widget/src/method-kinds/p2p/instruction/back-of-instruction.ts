import type { BackTarget, Search } from '../../../routing/route.ts';

/**
 * Returns the page that led to the instruction: the form, or the invoice of a deposit. Without one in
 * the address it is the page before.
 */
export function backOfInstruction({
  to,
  method,
  group,
  depositId,
}: Search): BackTarget | 'Previous' {
  if (to === undefined) return 'Previous';
  const back = { method, group };
  if (depositId === undefined) return { to, search: back };
  // The invoice's own way back is the form.
  return { to, search: { depositId, ...back, to: 'Peer to peer base' } };
}
