import { createdDepositRoute, depositRoute } from '../../flows/deposit/deposit-route.ts';
import { groupListRoute } from '../../flows/deposit/list/group-list-route.ts';
import { requireSearch } from '../../flows/guards.ts';
import type { Route } from '../../routing/route.ts';
import { backOfInstruction } from './instruction/back-of-instruction.ts';

export const routes: readonly Route[] = [
  groupListRoute('Peer to peer list'),
  depositRoute({
    name: 'Peer to peer base',
    pane: 'beside',
    importScreen: async () => (await import('./base/base.screen.tsx')).PeerToPeerBaseScreen,
  }),
  createdDepositRoute({
    name: 'Peer to peer invoice',
    guard: requireSearch('Deposit list', 'depositId'),
    importScreen: async () =>
      (await import('./invoice/invoice.screen.tsx')).PeerToPeerInvoiceScreen,
  }),
  createdDepositRoute({
    name: 'Peer to peer unified form',
    guard: requireSearch('Deposit list', 'depositId'),
    importScreen: async () =>
      (await import('./unified-form.screen.tsx')).PeerToPeerUnifiedFormScreen,
  }),
  depositRoute({
    name: 'Peer to peer instruction',
    title: 'title.instruction',
    backTo: backOfInstruction,
    importScreen: async () =>
      (await import('./instruction/instruction.screen.tsx')).PeerToPeerInstructionScreen,
  }),
];
