import { depositFormRoute } from '../../flows/deposit/deposit-form/deposit-form-route.ts';
import type { Route } from '../../routing/route.ts';

export const routes: readonly Route[] = [
  depositFormRoute({
    name: 'Redirect deposit cash',
    importScreen: async () => (await import('./cash.screen.tsx')).CashScreen,
  }),
];
