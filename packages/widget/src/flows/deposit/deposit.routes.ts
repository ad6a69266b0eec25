import { methodKinds } from '../../method-kinds/registry.ts';
import type { Loaded, LoadRequest, Route } from '../../routing/route.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { requireDeposit, requireGroup } from './deposit.guards.ts';
import { depositRoute, loadMethods } from './deposit-route.ts';
import { DepositListScreen } from './list/deposit-list.screen.tsx';

/** The deposit flow's screens (§2), those of each method kind among them. */
export const depositRoutes: readonly Route[] = [
  {
    name: 'Deposit list',
    title: 'title.depositMethod',
    transaction: 'deposit',
    load: loadList,
  },
  depositRoute({
    name: 'Group list',
    title: 'title.depositMethod',
    guard: requireGroup,
    importScreen: async () => (await import('./list/deposit-group.screen.tsx')).DepositGroupScreen,
  }),
  depositRoute({
    name: 'Complete deposit',
    guard: requireDeposit,
    transition: 'rise',
    importScreen: async () => (await import('./complete/complete.screen.tsx')).CompleteScreen,
  }),
  ...methodKinds.flatMap(({ routes }) => routes),
];

/** §2: a list with `isDirectGeo` set, or with nothing to show, is the empty page. */
async function loadList(request: LoadRequest): Promise<Loaded> {
  useSessionStore.getState().chooseMethod(null);
  const isDirectGeo = request.takeFlag('isDirectGeo') !== undefined;
  const { methods } = await loadMethods(request);
  if (!isDirectGeo && methods.length > 0) return { screen: DepositListScreen };
  const flag = isDirectGeo ? { isDirectGeo: '1' } : {};
  return { redirect: { to: 'Empty', search: { transaction: 'deposit', ...flag } } };
}
