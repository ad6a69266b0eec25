import type { BackTarget, Search } from '../../../routing/route.ts';
import { resolveGroupList } from '../method-kinds.ts';
import { resolveDefaultEntry } from '../next-page.ts';

/** They show the same whatever is chosen: with it they would be another place than the player left. */
const lists: ReadonlySet<string> = new Set(['Deposit list', 'Deposit history']);

/**
 * Where back leads from the complete page (§4): to the screen that the address's `to` names, else to
 * the group's list, else to the redirect form. The router resolves the name through its table alone,
 * so one that means nothing is home.
 */
export function backOfComplete({ to, method, group }: Search): BackTarget {
  if (to !== undefined) return lists.has(to) ? { to } : { to, search: { method, group } };
  if (group !== undefined) return { to: resolveGroupList(group), search: { group } };
  return { to: resolveDefaultEntry(), search: { method } };
}
