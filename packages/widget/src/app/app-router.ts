import { depositListRoute } from '../flows/deposit/deposit-list.route.ts';
import { provideMethodKinds } from '../flows/deposit/method-kinds.ts';
import type { Tree } from '../routing/route.ts';
import { Router } from '../routing/router.ts';
import type { RouterOptions } from '../routing/router-options.ts';
import { retryImport } from '../routing/wait-for-page-data.ts';
import { useSessionStore } from '../session/session-store.ts';
import { errorRoute } from './error.route.ts';
import { methodKinds, routePaths } from './method-kinds.ts';

const mainTree: Tree = {
  paths: routePaths,
  roots: { deposit: 'Deposit list', withdrawal: 'Withdrawal list' },
  routes: [depositListRoute, errorRoute],
  loadRest: () => retryImport(async () => (await import('./main.routes.ts')).mainRoutes),
};

/**
 * Returns the tree of screens. It is chosen once: no screen depends on the cashier that it is in.
 */
export async function loadTree(view: 'main' | 'sweep'): Promise<Tree> {
  if (view === 'main') return mainTree;
  return retryImport(async () => (await import('./sweepstake-tree.ts')).sweepstakeTree);
}

export type AppRouterOptions = Omit<RouterOptions, 'mainPaths' | 'onStart' | 'onEnter'>;

/**
 * Creates the widget's router with the screens of the method kinds. It marks each route's start for
 * the load timing (§2), and notes the flow of each screen, so that a failure to load it counts there.
 * The error screen, and any other of both flows, belongs to the flow that the player was in.
 */
export function createAppRouter(options: AppRouterOptions): Router {
  provideMethodKinds(methodKinds);
  return new Router({
    ...options,
    mainPaths: routePaths,
    onStart: (path) => performance.mark(`kassa:route:${path}`),
    onEnter: ({ transaction }, search) => {
      const flow = transaction ?? search.transaction;
      if (flow === 'deposit' || flow === 'withdrawal')
        useSessionStore.getState().setTransaction(flow);
    },
  });
}
