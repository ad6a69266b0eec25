import type { PaymentGroup } from '@kassa/contract';
import type { Target } from '../../../routing/route.ts';
import type { TileTargets } from '../../method-list/method-sections.tsx';

/** The group whose banks have a list of their own (§2). */
const nigerianBanks = 'banksNigeria';

/**
 * Returns the targets of a withdrawal's tiles: a method's form, a group's list. The Nigerian banks
 * have their own list, also where one method pays to all of them.
 */
export function buildTargets(groups: readonly PaymentGroup[]): TileTargets {
  const banks = groups.find(({ name }) => name === nigerianBanks)?.paymentMethods ?? [];
  return {
    targetOf: ({ name }) =>
      banks.includes(name)
        ? { to: 'Withdrawal Nigerian banks', search: { group: nigerianBanks } }
        : { to: 'Withdrawal redirect', search: { method: name } },
    targetOfGroup: ({ name }) => listOfGroup(name),
    groupsTitle: 'withdrawal.section.groups',
    othersTitle: 'withdrawal.section.methods',
  };
}

/** Returns the list of a group. That of the banks has the address of their form, without a bank. */
export function listOfGroup(group: string | undefined): Target {
  return group === nigerianBanks
    ? { to: 'Withdrawal Nigerian banks', search: { group, bank: undefined } }
    : { to: 'Withdrawal group list', search: { group } };
}
