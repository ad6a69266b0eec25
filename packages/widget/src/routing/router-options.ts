import type { HistoryPort } from './history.ts';
import type { Route, RouteContext, Search, Tree } from './route.ts';
import type { RoutePaths } from './route-names.ts';

/** What a router is built of. */
export interface RouterOptions {
  tree: Tree;
  /** The paths of the main cashier. A screen that both trees share may refer to them. */
  mainPaths: RoutePaths;
  history: HistoryPort;
  context: RouteContext;
  /** A screen of the server shows already: no skeleton replaces it while the first one loads. */
  isDrawn?: boolean;
  /**
   * Called at the start of each navigation (§2 "A load-timing mark is set at each route start").
   */
  onStart?: (path: string) => void;
  /** Called when a screen is entered, before it is loaded. */
  onEnter?: (route: Route, search: Search) => void;
  /** Called for each screen that could not be loaded (§4 "error rethrown"). */
  onError?: (error: unknown) => void;
}
