import { createdDepositRoute } from '../../flows/deposit/deposit-route.ts';
import { requireSearch } from '../../flows/guards.ts';
import type { Route } from '../../routing/route.ts';

export const routes: readonly Route[] = [
  createdDepositRoute({
    name: 'Deposit host to host',
    guard: requireSearch('Deposit list', 'depositId'),
    importScreen: async () => (await import('./host-to-host.screen.tsx')).HostToHostScreen,
  }),
];
