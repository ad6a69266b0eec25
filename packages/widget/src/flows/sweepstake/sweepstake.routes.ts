import { boxesQuery } from '../../features/coin-package/boxes.query.ts';
import type { Route, RouteContext } from '../../routing/route.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { loadMethods, reloadMethods } from '../deposit/deposit.queries.ts';
import { depositRoutes } from '../deposit/deposit.routes.ts';
import { depositRoute } from '../deposit/deposit-route.ts';
import { refuseDirectGeo } from '../guards.ts';
import { historyRoute } from '../history/history-route.ts';
import { type LoadedList, listRoute } from '../list/list-route.ts';
import { packageList, packageRoute } from './package-route.ts';
import { redemptionRoutes } from './redemption.routes.ts';
import { sweepstakePaths } from './sweepstake-paths.ts';

/** The sweepstake cashier's screens, except those of method kinds (§2 "Sweepstake flow"). */
export const sweepstakeRoutes: readonly Route[] = [
  listRoute({
    name: packageList,
    title: 'title.selectCoinPackage',
    transaction: 'deposit',
    isDrawn: true,
    onEnter: () => useSessionStore.getState().chooseBox(null),
    loadList: loadBoxes,
  }),
  packageRoute({
    ...depositRoute({
      name: 'Sweepstake deposit methods',
      pane: 'beside',
      title: 'title.depositMethod',
      guard: refuseDirectGeo('deposit'),
      importScreen: async () => (await import('./package-methods.screen.tsx')).PackageMethodsScreen,
    }),
    backTo: 'Previous',
  }),
  ...depositRoutes
    .filter(({ name }) => Object.hasOwn(sweepstakePaths, name))
    .map((route) => (needsPackage(route) ? packageRoute(route) : route)),
  historyRoute,
  ...redemptionRoutes,
];

function needsPackage({ name }: Route): boolean {
  return name !== 'Complete deposit' && name !== 'Deposit claim';
}

/**
 * §2: the index needs coin packages and methods to pay for them, else it is the empty page. A
 * player who may not buy any reads why.
 */
async function loadBoxes(context: RouteContext, isAnew: boolean): Promise<LoadedList> {
  const { session, queryClient } = context;
  const query = boxesQuery(session.transport);
  const [screen, { boxes, obstacle }, { methods, block }] = await Promise.all([
    retryImport(async () => (await import('./boxes.screen.tsx')).BoxesScreen),
    isAnew
      ? queryClient.fetchQuery({ ...query, staleTime: 0 })
      : queryClient.ensureQueryData(query),
    isAnew ? reloadMethods(context) : loadMethods(context),
  ]);
  if (block !== undefined || obstacle !== undefined) return { screen };
  if (boxes.length === 0) return { missing: 'Empty sweepstakes' };
  if (methods.length === 0) return { missing: 'Empty payment methods' };
  return { screen };
}
