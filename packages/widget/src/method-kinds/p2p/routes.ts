import { createdDepositRoute, depositRoute } from '../../flows/deposit/deposit-route.ts';
import { requireSearch } from '../../flows/guards.ts';
import type { Route } from '../../routing/route.ts';

export const routes: readonly Route[] = [
  depositRoute({
    name: 'Peer to peer list',
    title: 'title.depositMethod',
    guard: requireSearch('Deposit list', 'group'),
    importScreen: async () =>
      (await import('../../flows/deposit/list/deposit-group.screen.tsx')).DepositGroupScreen,
  }),
  depositRoute({
    name: 'Peer to peer base',
    backTo: ({ group }) =>
      group === undefined ? { to: 'Deposit list' } : { to: 'Peer to peer list', search: { group } },
  }),
  createdDepositRoute({ name: 'Peer to peer invoice' }),
  createdDepositRoute({ name: 'Peer to peer unified form' }),
  depositRoute({ name: 'Peer to peer instruction', backTo: 'Previous' }),
];
