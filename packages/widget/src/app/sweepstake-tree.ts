import { packageRoute } from '../flows/sweepstake/package-route.ts';
import { sweepstakeRoutes } from '../flows/sweepstake/sweepstake.routes.ts';
import { sweepstakeAliases, sweepstakePaths } from '../flows/sweepstake/sweepstake-paths.ts';
import type { Route, Tree } from '../routing/route.ts';
import type { RouteName, RoutePaths } from '../routing/route-names.ts';
import { commonRoutes } from './common.routes.ts';
import { errorRoute } from './error.route.ts';
import { kindRoutes } from './kind-routes.ts';
import { methodKinds } from './method-kinds.ts';

const paths: RoutePaths = Object.assign(
  {},
  sweepstakePaths,
  ...methodKinds.map((kind) => kind.paths),
);

// The type is right: `Object.entries` returns the keys as plain strings.
const aliases = Object.entries(sweepstakeAliases) as [RouteName, RouteName][];

/**
 * The sweepstake cashier. Its definitions are loaded together; the main cashier uses none of them.
 */
export const sweepstakeTree: Tree = {
  paths: {
    // Before the names of the screens: a path has the name that comes last.
    ...Object.fromEntries(aliases.map(([alias, name]) => [alias, paths[name]])),
    ...paths,
  },
  roots: { deposit: 'Deposit list', withdrawal: 'Withdrawal list' },
  routes: [errorRoute, ...sweepstakeRoutes, ...kindRoutes.map(ofPackage), ...commonRoutes],
  loadRest: async () => [],
};

/** The list of coins is reached from the methods, or from the packages where there is nothing else. */
function ofPackage(route: Route): Route {
  return packageRoute(route.name === 'Crypto list' ? { ...route, backTo: 'Previous' } : route);
}
