import { loadScreen } from '../../routing/load-screen.ts';
import type { Route, RouteContext } from '../../routing/route.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { refuseDirectGeo, requireSearch } from '../guards.ts';
import { type LoadedList, listRoute } from '../list/list-route.ts';
import { regionRoute } from '../region/region-route.ts';
import { loadWithdrawal } from './withdrawal.query.ts';
import { enterWithdrawal, withdrawalRoute } from './withdrawal-route.ts';

const needsOffer = refuseDirectGeo('withdrawal');
const needsGroup = requireSearch('Withdrawal list', 'group');

/** The withdrawal flow's screens (§2). */
export const withdrawalRoutes: readonly Route[] = [
  listRoute({
    name: 'Withdrawal list',
    title: 'title.withdrawals',
    transaction: 'withdrawal',
    loadList,
  }),
  regionRoute('Withdrawal region', 'Withdrawal list', 'withdrawal'),
  withdrawalRoute({ name: 'Withdrawal redirect' }),
  withdrawalRoute({ name: 'Withdrawal redirect instruction', backTo: 'Withdrawal redirect' }),
  withdrawalRoute({ name: 'Withdrawal Nigerian banks', title: 'title.withdrawalMethod' }),
  withdrawalRoute({
    name: 'Withdrawal group list',
    title: 'title.withdrawalMethod',
    guard: (place) => needsOffer(place) ?? needsGroup(place),
    importScreen: async () =>
      (await import('./list/withdrawal-group.screen.tsx')).WithdrawalGroupScreen,
  }),
  withdrawalRoute({
    name: 'Withdrawal group',
    backTo: ({ group }) => ({ to: 'Withdrawal group list', search: { group } }),
  }),
  withdrawalRoute({ name: 'Withdrawal confirm', backTo: 'Previous' }),
  withdrawalCompleteRoute('Withdrawal complete', 'Withdrawal list'),
];

/**
 * §4: defines the complete page of a withdrawal. It needs its withdrawal, and loads nothing else.
 */
export function withdrawalCompleteRoute(name: Route['name'], list: Route['name']): Route {
  return {
    name,
    title: 'title.withdrawals',
    transaction: 'withdrawal',
    backTo: list,
    guard: requireSearch(list, 'withdrawalId'),
    transition: 'rise',
    onEnter: enterWithdrawal,
    load: loadScreen(
      async () =>
        (await import('./complete/withdrawal-complete.screen.tsx')).WithdrawalCompleteScreen,
    ),
  };
}

async function loadList(context: RouteContext, isAnew: boolean): Promise<LoadedList> {
  const [screen, { methods, block }] = await Promise.all([
    retryImport(
      async () => (await import('./list/withdrawal-list.screen.tsx')).WithdrawalListScreen,
    ),
    loadWithdrawal(context, isAnew),
  ]);
  return methods.length > 0 || block !== undefined
    ? { screen }
    : { missing: 'Empty payment methods' };
}
