import type { MethodKind } from '../flows/deposit/method-kinds.ts';
import { mainPaths, type RoutePaths } from '../routing/route-names.ts';

/** Every method kind that has a folder. */
export const methodKinds: readonly MethodKind[] = Object.values(
  import.meta.glob<MethodKind>('../method-kinds/*/kind.ts', { import: 'kind', eager: true }),
);

/**
 * The names and paths of the main cashier's screens, with those of all method kinds (§2 "Route
 * names").
 */
export const routePaths: RoutePaths = Object.assign(
  {},
  mainPaths,
  ...methodKinds.map(({ paths }) => paths),
);
