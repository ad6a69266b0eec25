import type { DepositSummary } from '@kassa/contract';
import { listMethodKinds } from '../../flows/deposit/method-kinds.ts';
import type { Route, Target, Tree } from '../../routing/route.ts';
import type { RouteName, RoutePaths } from '../../routing/route-names.ts';
import { errorRoute } from '../error.route.ts';
import { mainRoutes } from '../main.routes.ts';
import { routePaths } from '../method-kinds.ts';

/**
 * Builds the screens that one deposit has after its creation: its code or invoice, and its status.
 * Nothing leads back, and any other address leads to the deposit.
 * @param page - the deposit's first screen
 */
export function buildPayTree(
  page: RouteName,
  { depositId, paymentMethod: method }: Pick<DepositSummary, 'depositId' | 'paymentMethod'>,
): Tree {
  const home: Target = { to: page, search: { depositId, method } };
  const guard: Route['guard'] = ({ search }) => (search.depositId === depositId ? null : home);
  const names = listPages();
  const routes = mainRoutes
    .filter(({ name }) => names.has(name))
    .map(({ backTo: _, ...route }) => ({ ...route, guard }));
  const { backTo: _, ...error } = errorRoute;
  const shown = [...routes, error];
  const paths: RoutePaths = Object.fromEntries(shown.map(({ name }) => [name, routePaths[name]]));
  return {
    paths,
    roots: { deposit: page, withdrawal: page },
    routes: shown,
    loadRest: async () => [],
  };
}

/** Lists the screens on which a created deposit is paid, and its status. */
function listPages(): ReadonlySet<RouteName> {
  const pages = listMethodKinds().flatMap(({ unifiedForm, invoice, codePages = {} }) =>
    [unifiedForm, invoice, ...Object.values(codePages)].filter((name) => name !== undefined),
  );
  return new Set([...pages, 'Complete deposit']);
}
