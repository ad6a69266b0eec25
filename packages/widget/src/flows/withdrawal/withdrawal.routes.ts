import { loadScreen } from '../../routing/load-screen.ts';
import type { Route, RouteContext } from '../../routing/route.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { refuseDirectGeo, requireSearch } from '../guards.ts';
import { type LoadedList, listRoute } from '../list/list-route.ts';
import { regionRoute } from '../region/region-route.ts';
import { formOf, keptOrderOf } from './kept-withdrawal.ts';
import { listOfGroup } from './list/withdrawal-targets.ts';
import { loadWithdrawal } from './withdrawal.query.ts';
import { enterWithdrawal, withdrawalRoute } from './withdrawal-route.ts';

const needsOffer = refuseDirectGeo('withdrawal');
const needsGroup = requireSearch('Withdrawal list', 'group');

/** Saved details to choose at first; the player may choose other ones. */
const flags = ['details'];

const importForm = async () =>
  (await import('./form/withdrawal-form.screen.tsx')).WithdrawalFormScreen;

/** The withdrawal flow's screens (§2). */
export const withdrawalRoutes: readonly Route[] = [
  listRoute({
    name: 'Withdrawal list',
    title: 'title.withdrawals',
    transaction: 'withdrawal',
    loadList,
  }),
  regionRoute('Withdrawal region', 'Withdrawal list', 'withdrawal'),
  withdrawalRoute({ name: 'Withdrawal redirect', pane: 'beside', flags, importScreen: importForm }),
  withdrawalRoute({
    name: 'Withdrawal redirect instruction',
    title: 'title.withdrawalInstruction',
    backTo: formOf,
    importScreen: async () =>
      (await import('./instruction/withdrawal-instruction.screen.tsx')).WithdrawalInstructionScreen,
  }),
  withdrawalRoute({
    name: 'Withdrawal Nigerian banks',
    pane: 'beside',
    titleOf: ({ bank }) =>
      bank === undefined ? 'title.withdrawalMethod' : 'title.withdrawalAmount',
    backTo: ({ bank, group }) =>
      bank === undefined
        ? { to: 'Withdrawal list' }
        : { to: 'Withdrawal Nigerian banks', search: { group, bank: undefined } },
    importScreen: async () =>
      (await import('./banks/nigerian-banks.screen.tsx')).NigerianBanksScreen,
  }),
  withdrawalRoute({
    name: 'Withdrawal group list',
    pane: 'beside',
    title: 'title.withdrawalMethod',
    guard: (place) => needsOffer(place) ?? needsGroup(place),
    importScreen: async () =>
      (await import('./list/withdrawal-group.screen.tsx')).WithdrawalGroupScreen,
  }),
  withdrawalRoute({
    name: 'Withdrawal group',
    pane: 'beside',
    backTo: ({ group }) => listOfGroup(group),
    flags,
    importScreen: importForm,
  }),
  withdrawalRoute({
    name: 'Withdrawal confirm',
    title: 'title.withdrawalConfirm',
    backTo: formOf,
    // A reload forgets the order, and leads back to its form.
    refuse: ({ session, search }) => (keptOrderOf(session) === null ? formOf(search) : null),
    importScreen: async () =>
      (await import('./confirm/confirm.screen.tsx')).WithdrawalConfirmScreen,
  }),
  withdrawalCompleteRoute('Withdrawal complete', 'Withdrawal list'),
];

/**
 * §4: defines the complete page of a withdrawal. It needs its withdrawal, and waits for nothing else.
 */
function withdrawalCompleteRoute(name: Route['name'], list: Route['name']): Route {
  return {
    name,
    title: 'title.withdrawals',
    transaction: 'withdrawal',
    backTo: ({ to, group }) =>
      to === undefined && group !== undefined ? listOfGroup(group) : { to: to ?? list },
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
