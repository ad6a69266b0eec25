import type { BackTarget, Search } from '../../../routing/route.ts';
import { resolveGroupList } from '../method-kinds.ts';
import { resolveDefaultEntry } from '../next-page.ts';

/**
 * Screens that ignore the chosen method. With the method in its query, the target would be another
 * place than the one that the player left.
 */
const lists: ReadonlySet<string> = new Set(['Deposit list', 'Deposit history']);

/**
 * Returns the back target of the complete page (§4): the screen that the address's `to` names, or
 * the group's list, or the redirect form. The router resolves the name by its table alone, so an
 * unknown name leads home.
 */
export function backOfComplete({ to, method, group }: Search): BackTarget {
  if (to !== undefined) return lists.has(to) ? { to } : { to, search: { method, group } };
  if (group !== undefined) return { to: resolveGroupList(group), search: { group } };
  return { to: resolveDefaultEntry(), search: { method } };
}
