import { depositFormRoute } from '../../flows/deposit/deposit-form/deposit-form-route.ts';
import { createdDepositRoute } from '../../flows/deposit/deposit-route.ts';
import { requireSearch } from '../../flows/guards.ts';
import type { Route } from '../../routing/route.ts';

export const routes: readonly Route[] = [
  depositFormRoute({
    name: 'Indian deposit',
    importScreen: async () => (await import('./indian-deposit.screen.tsx')).IndianDepositScreen,
  }),
  createdDepositRoute({
    name: 'Indian invoice',
    guard: requireSearch('Deposit list', 'depositId'),
    importScreen: async () => (await import('./indian-invoice.screen.tsx')).IndianInvoiceScreen,
  }),
];
