import type { PaymentGroup, PaymentMethod } from '@kassa/contract';
import type { Target } from '../../../routing/route.ts';
import type { TileTargets } from '../../method-list/method-sections.tsx';
import { resolveEntry, resolveGroupList, sizeOfGroup } from '../method-kinds.ts';

/** The targets of a deposit's tiles: a method's form, a group's list (§2). */
export const depositTargets: TileTargets = {
  targetOf: (method) => ({ to: resolveEntry(method), search: { method: method.name } }),
  targetOfGroup: ({ name }: PaymentGroup) => ({
    to: resolveGroupList(name),
    search: { group: name },
  }),
  sizeOfGroup: ({ name }, methods) => sizeOfGroup(name, methods),
  groupsTitle: 'deposit.section.groups',
};

/** Returns the target of a tile within a group's list, to which the player comes back. */
export function targetInGroup(method: PaymentMethod, group: string | undefined): Target {
  return { to: resolveEntry(method, true), search: { method: method.name, group } };
}
