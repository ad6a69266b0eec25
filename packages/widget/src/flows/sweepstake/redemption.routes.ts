import type { Route, RouteContext } from '../../routing/route.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { refuseDirectGeo } from '../guards.ts';
import { type LoadedList, listRoute } from '../list/list-route.ts';
import { loadWithdrawal } from '../withdrawal/withdrawal.query.ts';
import { withdrawalRoutes } from '../withdrawal/withdrawal.routes.ts';
import { withdrawalRoute } from '../withdrawal/withdrawal-route.ts';
import { cryptoMethods } from './crypto-methods.ts';
import { coinBalancesQuery, recoupQuery } from './redemption/redemption.queries.ts';

const title = 'title.redemption';

/** The withdrawal's screens that a redemption has too, under its own title. */
const shared = withdrawalRoutes
  .filter(({ name }) => name === 'Withdrawal confirm' || name === 'Withdrawal complete')
  .map((route): Route => ({ ...route, title }));

/** The screens of a redemption (§2 "Sweepstake flow"). */
export const redemptionRoutes: readonly Route[] = [
  listRoute({ name: 'Withdrawal list', title, transaction: 'withdrawal', loadList }),
  withdrawalRoute({
    name: 'Sweepstake withdrawal crypto list',
    pane: 'beside',
    title: 'title.withdrawalMethod',
    guard: refuseDirectGeo('withdrawal'),
    importScreen: async () =>
      (await import('./redemption/redemption-coins.screen.tsx')).RedemptionCoinsScreen,
  }),
  withdrawalRoute({
    name: 'Withdrawal redirect',
    pane: 'beside',
    title,
    // Saved details to choose at first.
    flags: ['details'],
    importScreen: async () => (await import('./redemption/convert.screen.tsx')).ConvertScreen,
  }),
  ...shared,
];

/**
 * §2: of the ways to be paid out only crypto counts. Without the coins' sums the screen still shows
 * what is under way.
 */
async function loadList(context: RouteContext, isAnew: boolean): Promise<LoadedList> {
  const { queryClient, session } = context;
  const [screen, { methods, block }] = await Promise.all([
    retryImport(async () => (await import('./redemption/redemption.screen.tsx')).RedemptionScreen),
    loadWithdrawal(context, isAnew),
    queryClient.prefetchQuery(recoupQuery(session.transport)),
    queryClient.prefetchQuery(coinBalancesQuery(session.transport)),
  ]);
  return block !== undefined || cryptoMethods(methods).length > 0
    ? { screen }
    : { missing: 'Empty payment methods' };
}
