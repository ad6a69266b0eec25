import type { Route } from '../routing/route.ts';

/** The screens of all method kinds. */
export const kindRoutes: readonly Route[] = Object.values(
  import.meta.glob<readonly Route[]>('../method-kinds/*/routes.ts', {
    import: 'routes',
    eager: true,
  }),
).flat();
