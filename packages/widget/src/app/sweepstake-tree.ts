import { sweepstakeRoutes } from '../flows/sweepstake/sweepstake.routes.ts';
import { sweepstakePaths } from '../flows/sweepstake/sweepstake-paths.ts';
import type { Tree } from '../routing/route.ts';
import { commonRoutes } from './common.routes.ts';
import { errorRoute } from './error.route.ts';

/**
 * The sweepstake cashier. Its definitions are loaded together; the main cashier uses none of them.
 */
export const sweepstakeTree: Tree = {
  paths: sweepstakePaths,
  roots: { deposit: 'Sweepstake deposit list', withdrawal: 'Sweepstake withdrawal methods' },
  routes: [errorRoute, ...sweepstakeRoutes, ...commonRoutes],
  loadRest: async () => [],
};
