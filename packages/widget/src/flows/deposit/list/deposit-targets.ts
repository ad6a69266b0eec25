import type { PaymentGroup, PaymentMethod } from '@kassa/contract';
import { hasOwnList, resolveGroupList, resolveMethodKind } from '../../../method-kinds/registry.ts';
import type { Target } from '../../../routing/route.ts';
import type { TileTargets } from '../../method-list/method-sections.tsx';

/** Where a deposit's tiles lead: a method to its kind's screen, a group to its list (§2). */
export const depositTargets: TileTargets = {
  targetOf: (method) => ({ to: resolveMethodKind(method).entry, search: { method: method.name } }),
  targetOfGroup: ({ name }: PaymentGroup) => ({
    to: resolveGroupList(name),
    search: { group: name },
  }),
  hasOwnList,
};

/** The same within a group's own list, which the player then comes back to. */
export function targetInGroup(method: PaymentMethod, group: string | undefined): Target {
  const { entry, entryInGroup = entry } = resolveMethodKind(method);
  return { to: entryInGroup, search: { method: method.name, group } };
}
