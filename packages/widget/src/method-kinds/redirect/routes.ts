import { depositFormRoute } from '../../flows/deposit/deposit-form/deposit-form-route.ts';
import { createdDepositRoute } from '../../flows/deposit/deposit-route.ts';
import { requireSearch } from '../../flows/guards.ts';
import type { Route } from '../../routing/route.ts';

const importScreen = async () => (await import('./redirect.screen.tsx')).RedirectScreen;

export const routes: readonly Route[] = [
  depositFormRoute({ name: 'Redirect deposit', importScreen }),
  depositFormRoute({ name: 'Group deposit', importScreen }),
  createdDepositRoute({
    name: 'Redirect deposit unified form',
    guard: requireSearch('Deposit list', 'depositId'),
    importScreen: async () =>
      (await import('./unified-form/unified-form.screen.tsx')).RedirectUnifiedFormScreen,
  }),
];
