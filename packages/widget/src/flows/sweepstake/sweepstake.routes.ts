import type { Route, RouteContext } from '../../routing/route.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { loadMethods, reloadMethods } from '../deposit/deposit.queries.ts';
import { depositRoute } from '../deposit/deposit-route.ts';
import { refuseDirectGeo, requireChoice, requireSearch } from '../guards.ts';
import { type LoadedList, listRoute } from '../list/list-route.ts';
import { loadWithdrawal } from '../withdrawal/withdrawal.query.ts';
import { withdrawalCompleteRoute } from '../withdrawal/withdrawal.routes.ts';
import { withdrawalRoute } from '../withdrawal/withdrawal-route.ts';
import { cryptoMethods } from './crypto-methods.ts';
import { boxesQuery } from './sweepstake.queries.ts';
import { boxFlow, boxRoute } from './sweepstake-deposit-route.ts';

const depositRoot = boxFlow.root;
const withdrawalRoot = 'Sweepstake withdrawal methods';

const importMethods = async () =>
  (await import('./sweepstake-methods.screen.tsx')).SweepstakeMethodsScreen;
const importRedemption = async () => (await import('./redemption.screen.tsx')).RedemptionScreen;

/** The sweepstake cashier's own screens (§2 "Sweepstake flow"). */
export const sweepstakeRoutes: readonly Route[] = [
  listRoute({
    name: depositRoot,
    title: 'title.selectCoinPackage',
    transaction: 'deposit',
    onEnter: () => useSessionStore.getState().chooseBox(null),
    loadList: loadBoxes,
  }),
  boxRoute({
    name: 'Sweepstake deposit methods',
    title: 'title.depositMethod',
    guard: refuseDirectGeo('deposit'),
    importScreen: importMethods,
  }),
  boxRoute({
    name: 'Sweepstake deposit crypto list',
    title: 'title.depositMethod',
    guard: refuseDirectGeo('deposit'),
    importScreen: importMethods,
  }),
  boxRoute({
    name: 'Sweepstake deposit crypto address',
    backTo: 'Previous',
    guard: requireChoice(boxFlow),
    importScreen: async () =>
      (await import('./unavailable-sweepstake.screen.tsx')).UnavailableSweepstakeScreen,
  }),
  depositRoute({
    name: 'Sweepstake deposit complete',
    backTo: ({ to }) => ({ to }),
    flags: ['status'],
    guard: requireSearch(depositRoot, 'depositId'),
    transition: 'rise',
    importScreen: async () =>
      (await import('../deposit/complete/complete.screen.tsx')).CompleteScreen,
  }),
  listRoute({
    name: withdrawalRoot,
    title: 'title.redemption',
    transaction: 'withdrawal',
    loadList: loadRedemption,
  }),
  withdrawalRoute({
    name: 'Sweepstake withdrawal list',
    title: 'title.withdrawalMethod',
    backTo: withdrawalRoot,
    guard: refuseDirectGeo('withdrawal'),
    importScreen: importRedemption,
  }),
  withdrawalRoute({
    name: 'Sweepstake withdrawal crypto list',
    title: 'title.withdrawalMethod',
    backTo: withdrawalRoot,
    guard: refuseDirectGeo('withdrawal'),
    importScreen: importRedemption,
  }),
  withdrawalRoute({
    name: 'Sweepstake withdrawal crypto convert',
    backTo: withdrawalRoot,
    guard: requireChoice({ transaction: 'withdrawal', root: withdrawalRoot }),
    importScreen: async () =>
      (await import('./unavailable-redemption.screen.tsx')).UnavailableRedemptionScreen,
  }),
  withdrawalCompleteRoute('Sweepstake withdrawal complete', withdrawalRoot),
];

/**
 * §2: the index needs coin packages and crypto methods, else it is the empty page. A blocked player
 * reads of the block.
 */
async function loadBoxes(context: RouteContext, isAnew: boolean): Promise<LoadedList> {
  const { session, queryClient } = context;
  const query = boxesQuery(session.transport);
  const [screen, { boxes }, { methods, block }] = await Promise.all([
    retryImport(async () => (await import('./boxes.screen.tsx')).BoxesScreen),
    isAnew
      ? queryClient.fetchQuery({ ...query, staleTime: 0 })
      : queryClient.ensureQueryData(query),
    isAnew ? reloadMethods(context) : loadMethods(context),
  ]);
  if (block !== undefined) return { screen };
  if (boxes.length === 0) return { missing: 'Empty sweepstakes' };
  if (cryptoMethods(methods).length === 0) return { missing: 'Empty payment methods' };
  return { screen };
}

/** §2: of the ways to be paid out only crypto counts. */
async function loadRedemption(context: RouteContext, isAnew: boolean): Promise<LoadedList> {
  const [screen, { methods, block }] = await Promise.all([
    retryImport(importRedemption),
    loadWithdrawal(context, isAnew),
  ]);
  return block !== undefined || cryptoMethods(methods).length > 0
    ? { screen }
    : { missing: 'Empty payment methods' };
}
