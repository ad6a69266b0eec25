import { loadScreen } from '../routing/load-screen.ts';
import type { Route } from '../routing/route.ts';

/** The error screen (§2). Its definition is part of the first load, as others may fail to load. */
export const errorRoute: Route = {
  name: 'Error',
  title: 'title.error',
  backTo: ({ backRoute }) => ({ to: backRoute }),
  transition: 'none',
  load: loadScreen(async () => (await import('./error.screen.tsx')).ErrorScreen),
};
