import { preloadFields } from '../../flows/deposit/deposit-form/preload-fields.ts';
import { createdDepositRoute, depositRoute } from '../../flows/deposit/deposit-route.ts';
import { requireSearch } from '../../flows/guards.ts';
import type { Route } from '../../routing/route.ts';

const importScreen = async () => (await import('./redirect.screen.tsx')).RedirectScreen;

/** A form whose fields come with the screen, so that it shows whole at once. */
function formRoute(name: 'Redirect deposit' | 'Group deposit'): Route {
  const route = depositRoute({ name, importScreen });
  return {
    ...route,
    load: async (request) => {
      const [loaded] = await Promise.all([route.load(request), preloadFields(request)]);
      return loaded;
    },
  };
}

export const routes: readonly Route[] = [
  formRoute('Redirect deposit'),
  formRoute('Group deposit'),
  createdDepositRoute({
    name: 'Redirect deposit unified form',
    guard: requireSearch('Deposit list', 'depositId'),
    importScreen: async () =>
      (await import('./unified-form/unified-form.screen.tsx')).RedirectUnifiedFormScreen,
  }),
];
