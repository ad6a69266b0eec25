import type { ComponentType } from 'react';
import type { LoadRequest, Route } from '../../routing/route.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { requireChoice } from './deposit.guards.ts';
import { methodsQuery } from './deposit.queries.ts';

interface DepositRoute extends Partial<Omit<Route, 'name' | 'load'>> {
  name: Route['name'];
  importScreen: () => Promise<ComponentType>;
}

/**
 * A screen of the deposit flow: one of a chosen method, with the list behind it, unless it says
 * otherwise. Its code and the methods are loaded side by side.
 */
export function depositRoute({ importScreen, ...route }: DepositRoute): Route {
  return {
    title: 'title.deposit',
    transaction: 'deposit',
    backTo: 'Deposit list',
    guard: requireChoice,
    ...route,
    load: async (request) => {
      const [screen] = await Promise.all([retryImport(importScreen), loadMethods(request)]);
      if (request.search.method !== undefined) {
        useSessionStore.getState().chooseMethod(request.search.method);
      }
      return { screen };
    },
  };
}

/** The methods of the region that the player looks at. Rejects where they can't be had. */
export function loadMethods({
  session,
  queryClient,
}: Pick<LoadRequest, 'session' | 'queryClient'>) {
  const { region } = useSessionStore.getState();
  return queryClient.ensureQueryData(methodsQuery(session, region));
}
