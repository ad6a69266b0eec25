import type { Route, RouteContext } from '../../routing/route.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { refuseDirectGeo } from '../guards.ts';
import { type LoadedList, listRoute } from '../list/list-route.ts';
import { loadWithdrawal } from '../withdrawal/withdrawal.query.ts';
import { withdrawalCompleteRoute, withdrawalRoutes } from '../withdrawal/withdrawal.routes.ts';
import { withdrawalRoute } from '../withdrawal/withdrawal-route.ts';
import { cryptoMethods } from './crypto-methods.ts';

const importRedemption = async () => (await import('./redemption.screen.tsx')).RedemptionScreen;

/** The screens of redeeming sweep coins, with the names of a withdrawal's (§2 "Sweepstake flow"). */
export const redemptionRoutes: readonly Route[] = [
  listRoute({
    name: 'Withdrawal list',
    title: 'title.redemption',
    transaction: 'withdrawal',
    loadList: loadRedemption,
  }),
  withdrawalRoute({
    name: 'Sweepstake withdrawal crypto list',
    title: 'title.withdrawalMethod',
    guard: refuseDirectGeo('withdrawal'),
    importScreen: importRedemption,
  }),
  withdrawalRoute({
    name: 'Withdrawal redirect',
    importScreen: async () =>
      (await import('./unavailable-redemption.screen.tsx')).UnavailableRedemptionScreen,
  }),
  ...withdrawalRoutes.filter(({ name }) => name === 'Withdrawal confirm'),
  withdrawalCompleteRoute('Withdrawal complete', 'Withdrawal list'),
];

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
