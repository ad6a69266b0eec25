import type { Route } from '../../routing/route.ts';
import type { RouteName } from '../../routing/route-names.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import type { Transaction } from '../../session/session-store.ts';
import { regionsQuery } from './region.query.ts';

/** Defines the choice of a region, for one of the flows, or for the flow in the address (§2). */
export function regionRoute(
  name: RouteName,
  backTo: NonNullable<Route['backTo']>,
  transaction?: Transaction,
): Route {
  return {
    name,
    title: 'title.region',
    ...(transaction && { transaction }),
    backTo,
    load: async ({ session, queryClient }) => {
      const [screen] = await Promise.all([
        retryImport(async () => (await import('./region.screen.tsx')).RegionScreen),
        queryClient.ensureQueryData(regionsQuery(session.transport)),
      ]);
      return { screen };
    },
  };
}
