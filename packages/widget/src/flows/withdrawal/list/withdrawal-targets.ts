import type { TileTargets } from '../../method-list/method-sections.tsx';

/** The group whose banks have a list of their own (§2). */
const nigerianBanks = 'banksNigeria';

/** The targets of a withdrawal's tiles: a method's form, a group's list. */
export const withdrawalTargets: TileTargets = {
  targetOf: ({ name }) => ({ to: 'Withdrawal redirect', search: { method: name } }),
  targetOfGroup: ({ name }) => ({
    to: name === nigerianBanks ? 'Withdrawal Nigerian banks' : 'Withdrawal group list',
    search: { group: name },
  }),
  groupsTitle: 'withdrawal.section.groups',
};
