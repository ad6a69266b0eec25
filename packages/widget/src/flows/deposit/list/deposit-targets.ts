import type { PaymentGroup, PaymentMethod } from '@kassa/contract';
import type { Target } from '../../../routing/route.ts';
import type { TileTargets } from '../../method-list/method-sections.tsx';
import { hasOwnList, resolveEntry, resolveGroupList } from '../method-kinds.ts';

/** Where a deposit's tiles lead: a method to its kind's screen, a group to its list (§2). */
export const depositTargets: TileTargets = {
  targetOf: (method) => ({ to: resolveEntry(method), search: { method: method.name } }),
  targetOfGroup: ({ name }: PaymentGroup) => ({
    to: resolveGroupList(name),
    search: { group: name },
  }),
  hasOwnList,
};

/** The same within a group's own list, which the player then comes back to. */
export function targetInGroup(method: PaymentMethod, group: string | undefined): Target {
  return { to: resolveEntry(method, true), search: { method: method.name, group } };
}
