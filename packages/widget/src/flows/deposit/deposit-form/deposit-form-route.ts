import { listFormFields } from '../../../form/form-fields.ts';
import { fieldsQuery } from '../../../form/use-fields.ts';
import type { LoadRequest, Route } from '../../../routing/route.ts';
import { loadMethods } from '../deposit.queries.ts';
import { type DepositRoute, depositRoute } from '../deposit-route.ts';
import { buildBankField } from '../payer-bank.ts';
import { listDefinitions } from './list-definitions.ts';

/**
 * Defines the screen of a method's form. Its fields come with the screen, so that it shows whole at
 * once.
 */
export function depositFormRoute(form: DepositRoute): Route {
  const route = depositRoute({ ...form, isDrawn: true, pane: 'beside' });
  return {
    ...route,
    load: async (request) => {
      const [loaded] = await Promise.all([route.load(request), preloadFields(request)]);
      return loaded;
    },
  };
}

/** Loads the code of the fields of the method in the address, as far as its form is known by now. Never rejects. */
async function preloadFields(request: LoadRequest): Promise<void> {
  const offer = await loadMethods(request).catch(() => undefined);
  const method = offer?.methods.find(({ name }) => name === request.search.method);
  if (method === undefined) return;
  const definitions = listDefinitions(method, undefined, buildBankField(method, request.session));
  const types = listFormFields(definitions).map(({ definition }) => definition.type);
  // The form itself says where it can't be loaded.
  await request.queryClient.prefetchQuery({ ...fieldsQuery(types), retry: false });
}
