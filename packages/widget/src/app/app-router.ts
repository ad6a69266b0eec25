import { depositRoutes } from '../flows/deposit/deposit.routes.ts';
import type { HistoryPort } from '../routing/history.ts';
import type { Route, RouteContext } from '../routing/route.ts';
import type { RouteName } from '../routing/route-names.ts';
import { Router } from '../routing/router.ts';
import { commonRoutes } from './common.routes.ts';

interface Tree {
  routes: readonly Route[];
  /** Where an unknown path leads (§2). */
  home: RouteName;
}

/** The tree of screens, chosen once: no screen asks which cashier it is in (design §1). */
export async function loadTree(view: 'main' | 'sweep'): Promise<Tree> {
  return { routes: [...depositRoutes, ...commonRoutes], home: 'Deposit list' };
}

export interface AppRouterOptions {
  tree: Tree;
  history: HistoryPort;
  context: RouteContext;
  /** Told of each screen that could not be loaded. */
  onError: (error: unknown) => void;
}

/** The router of the widget; it marks each route's start for the load timing (§2). */
export function createAppRouter({ tree, history, context, onError }: AppRouterOptions): Router {
  return new Router({
    ...tree,
    history,
    context,
    onStart: (path) => performance.mark(`kassa:route:${path}`),
    onError,
  });
}
