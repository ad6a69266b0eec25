import type { RouteContext } from '../../routing/route.ts';
import { type LoadedList, listRoute } from '../list/list-route.ts';
import { loadMethods, reloadMethods } from './deposit.queries.ts';
import { DepositListScreen } from './list/deposit-list.screen.tsx';

/** The first screen of all; its code comes with the app's. */
export const depositListRoute = listRoute({
  name: 'Deposit list',
  title: 'title.depositMethod',
  transaction: 'deposit',
  isDrawn: true,
  loadList: loadDepositList,
});

async function loadDepositList(context: RouteContext, isAnew: boolean): Promise<LoadedList> {
  const { methods, block } = await (isAnew ? reloadMethods : loadMethods)(context);
  return methods.length > 0 || block !== undefined
    ? { screen: DepositListScreen }
    : { missing: 'Empty payment methods' };
}
