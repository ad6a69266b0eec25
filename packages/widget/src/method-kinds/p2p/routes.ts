import { createdDepositRoute, depositRoute } from '../../flows/deposit/deposit-route.ts';
import { groupListRoute } from '../../flows/deposit/list/group-list-route.ts';
import type { Route } from '../../routing/route.ts';

export const routes: readonly Route[] = [
  groupListRoute('Peer to peer list'),
  depositRoute({ name: 'Peer to peer base' }),
  createdDepositRoute({ name: 'Peer to peer invoice' }),
  createdDepositRoute({ name: 'Peer to peer unified form' }),
  depositRoute({ name: 'Peer to peer instruction', backTo: 'Previous' }),
];
