import { depositRoute } from '../../flows/deposit/deposit-route.ts';
import type { Route } from '../../routing/route.ts';

export const routes: readonly Route[] = [
  depositRoute({
    name: 'Redirect deposit cash',
    importScreen: async () => (await import('./cash.screen.tsx')).CashScreen,
  }),
];
