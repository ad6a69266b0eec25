import { methodRoutes } from '../../method-kinds/routes.ts';
import type { Route } from '../../routing/route.ts';
import { requireSearch } from '../guards.ts';
import { regionRoute } from '../region/region-route.ts';
import { depositRoute } from './deposit-route.ts';

/** The deposit flow's screens behind the list (§2), those of each method kind among them. */
export const depositRoutes: readonly Route[] = [
  regionRoute('Change deposit region', 'Deposit list', 'deposit'),
  depositRoute({
    name: 'Group list',
    title: 'title.depositMethod',
    guard: requireSearch('Deposit list', 'group'),
    importScreen: async () => (await import('./list/deposit-group.screen.tsx')).DepositGroupScreen,
  }),
  depositRoute({
    name: 'Deposit bonus details',
    title: 'title.bonus',
    backTo: 'Previous',
    // The list leads here as well, before any method is chosen.
    guard: () => null,
    importScreen: async () =>
      (await import('./bonus-details/bonus-details.screen.tsx')).BonusDetailsScreen,
  }),
  depositRoute({ name: 'Video instruction', backTo: 'Previous' }),
  depositRoute({
    name: 'Complete deposit',
    // §4: to where the deposit was made.
    backTo: ({ to, method, group }) => {
      if (to !== undefined) return { to, search: { method, group } };
      if (group !== undefined) return { to: 'Group list', search: { group } };
      return { to: 'Redirect deposit', search: { method } };
    },
    flags: ['status'],
    guard: requireSearch('Deposit list', 'depositId'),
    transition: 'rise',
    importScreen: async () => (await import('./complete/complete.screen.tsx')).CompleteScreen,
  }),
  ...methodRoutes,
];
