import type { Route } from '../routing/route.ts';

const routesByPath = import.meta.glob<readonly Route[]>('./*/routes.ts', {
  import: 'routes',
  eager: true,
});

/** The screens of every kind there is a folder of; the kinds themselves know only where they begin. */
export const methodRoutes: readonly Route[] = Object.values(routesByPath).flat();
