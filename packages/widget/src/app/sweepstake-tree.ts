import { sweepstakeRoutes } from '../flows/sweepstake/sweepstake.routes.ts';
import { sweepstakePaths } from '../flows/sweepstake/sweepstake-paths.ts';
import type { Tree } from '../routing/route.ts';
import { commonRoutes } from './common.routes.ts';
import { errorRoute } from './error.route.ts';

/** The sweepstake cashier; its definitions come together, and none of them is in the main one's. */
export const sweepstakeTree: Tree = {
  paths: sweepstakePaths,
  roots: { deposit: 'Sweepstake deposit list', withdrawal: 'Sweepstake withdrawal methods' },
  routes: [errorRoute, ...sweepstakeRoutes, ...commonRoutes],
  loadRest: async () => [],
};
