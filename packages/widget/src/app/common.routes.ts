import type { Route } from '../routing/route.ts';
import { loadScreen } from '../routing/route.ts';
import { retryImport } from '../routing/wait-for-page-data.ts';

/** The screens that both cashiers have (§2 "Other routes"). */
export const commonRoutes: readonly Route[] = [
  {
    name: 'Error',
    title: 'title.error',
    backTo: 'Previous',
    transition: 'none',
    load: loadScreen(async () =>
      retryImport(async () => (await import('./error.screen.tsx')).ErrorScreen),
    ),
  },
];
