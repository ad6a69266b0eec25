import { listFormFields } from '../../../form/form-fields.ts';
import { fieldsQuery } from '../../../form/use-fields.ts';
import type { LoadRequest } from '../../../routing/route.ts';
import { loadMethods } from '../deposit.queries.ts';
import { listDefinitions } from './list-definitions.ts';

/** Loads the code of the fields of the method in the address, as far as its form is known by now. Never rejects. */
export async function preloadFields(request: LoadRequest): Promise<void> {
  const offer = await loadMethods(request).catch(() => undefined);
  const method = offer?.methods.find(({ name }) => name === request.search.method);
  if (method === undefined) return;
  const types = listFormFields(listDefinitions(method)).map(({ definition }) => definition.type);
  // The form itself says where it can't be loaded.
  await request.queryClient.prefetchQuery({ ...fieldsQuery(types), retry: false });
}
