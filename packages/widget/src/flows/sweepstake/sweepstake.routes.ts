import type { Loaded, LoadRequest, Route } from '../../routing/route.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { loadMethods, reloadMethods } from '../deposit/deposit.queries.ts';
import { depositRoute } from '../deposit/deposit-route.ts';
import { emptyTarget } from '../empty/empty-target.ts';
import { requireChoice, requireSearch } from '../guards.ts';
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
  {
    name: depositRoot,
    title: 'title.selectCoinPackage',
    transaction: 'deposit',
    flags: ['refetch'],
    onEnter: () => {
      const { chooseMethod, chooseBox } = useSessionStore.getState();
      chooseMethod('deposit', null);
      chooseBox(null);
    },
    load: loadBoxes,
  },
  boxRoute({
    name: 'Sweepstake deposit methods',
    title: 'title.depositMethod',
    importScreen: importMethods,
  }),
  boxRoute({
    name: 'Sweepstake deposit crypto list',
    title: 'title.depositMethod',
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
  {
    name: withdrawalRoot,
    title: 'title.redemption',
    transaction: 'withdrawal',
    flags: ['refetch'],
    onEnter: () => useSessionStore.getState().chooseMethod('withdrawal', null),
    load: loadRedemption,
  },
  withdrawalRoute({
    name: 'Sweepstake withdrawal list',
    title: 'title.withdrawalMethod',
    backTo: withdrawalRoot,
    guard: () => null,
    importScreen: importRedemption,
  }),
  withdrawalRoute({
    name: 'Sweepstake withdrawal crypto list',
    title: 'title.withdrawalMethod',
    backTo: withdrawalRoot,
    guard: () => null,
    importScreen: importRedemption,
  }),
  withdrawalRoute({
    name: 'Sweepstake withdrawal crypto convert',
    backTo: withdrawalRoot,
    guard: requireChoice({ transaction: 'withdrawal', root: withdrawalRoot }),
  }),
  withdrawalCompleteRoute('Sweepstake withdrawal complete', withdrawalRoot),
];

/** §2: the first screen needs coin packages and crypto methods; otherwise it is the empty page. */
async function loadBoxes({ flags, ...context }: LoadRequest): Promise<Loaded> {
  const { session, queryClient } = context;
  const query = boxesQuery(session.transport);
  const isAnew = flags.refetch !== undefined;
  const [screen, { boxes }, { methods }] = await Promise.all([
    retryImport(async () => (await import('./boxes.screen.tsx')).BoxesScreen),
    isAnew
      ? queryClient.fetchQuery({ ...query, staleTime: 0 })
      : queryClient.ensureQueryData(query),
    isAnew ? reloadMethods(context) : loadMethods(context),
  ]);
  if (boxes.length === 0) return { redirect: emptyTarget('deposit', 'Empty sweepstakes') };
  if (cryptoMethods(methods).length === 0) {
    return { redirect: emptyTarget('deposit', 'Empty payment methods') };
  }
  return { screen };
}

/** §2: only crypto methods count for a redemption. */
async function loadRedemption({ flags, ...context }: LoadRequest): Promise<Loaded> {
  const [screen, { methods }] = await Promise.all([
    retryImport(importRedemption),
    loadWithdrawal(context, flags.refetch !== undefined),
  ]);
  if (cryptoMethods(methods).length > 0) return { screen };
  return { redirect: emptyTarget('withdrawal', 'Empty payment methods') };
}
