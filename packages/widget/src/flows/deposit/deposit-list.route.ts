import type { Loaded, LoadRequest, Route } from '../../routing/route.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { emptyTarget } from '../empty/empty-target.ts';
import { loadMethods, reloadMethods } from './deposit.queries.ts';
import { DepositListScreen } from './list/deposit-list.screen.tsx';

/** The first screen. Its code is part of the first load. */
export const depositListRoute: Route = {
  name: 'Deposit list',
  title: 'title.depositMethod',
  transaction: 'deposit',
  flags: ['isDirectGeo', 'refetch'],
  onEnter: () => useSessionStore.getState().chooseMethod('deposit', null),
  load: loadList,
};

/** §2: a list with `isDirectGeo` set, or without methods, is replaced by the empty page. */
async function loadList({ flags, ...context }: LoadRequest): Promise<Loaded> {
  if (flags.isDirectGeo !== undefined) return { redirect: emptyTarget('deposit', null) };
  const load = flags.refetch === undefined ? loadMethods : reloadMethods;
  const { methods } = await load(context);
  if (methods.length > 0) return { screen: DepositListScreen };
  return { redirect: emptyTarget('deposit', 'Empty payment methods') };
}
