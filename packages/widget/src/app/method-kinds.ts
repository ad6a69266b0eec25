import type { MethodKind } from '../flows/deposit/method-kinds.ts';
import { mainPaths, type RoutePaths } from '../routing/route-names.ts';

/** Every kind of method there is a folder of. */
export const methodKinds: readonly MethodKind[] = Object.values(
  import.meta.glob<MethodKind>('../method-kinds/*/kind.ts', { import: 'kind', eager: true }),
);

/** The main cashier's screens with those of all kinds: the one table of names and places (§2 "Route names"). */
export const routePaths: RoutePaths = Object.assign(
  {},
  mainPaths,
  ...methodKinds.map(({ paths }) => paths),
);
