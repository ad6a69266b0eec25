import { depositRoute } from '../../flows/deposit/deposit-route.ts';
import type { Route } from '../../routing/route.ts';

export const routes: readonly Route[] = [
  depositRoute({
    name: 'Crypto list',
    title: 'group.crypto',
    backTo: 'Deposit list',
    // The screen is a list itself, so no method has to be chosen before.
    guard: () => null,
    importScreen: async () => (await import('./crypto-list.screen.tsx')).CryptoListScreen,
  }),
  depositRoute({ name: 'Crypto address', backTo: 'Previous' }),
];
