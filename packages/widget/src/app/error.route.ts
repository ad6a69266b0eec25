import { loadScreen } from '../routing/load-screen.ts';
import type { Route } from '../routing/route.ts';

/** The error screen (§2): its definition is always there, whatever else can't be had. */
export const errorRoute: Route = {
  name: 'Error',
  title: 'title.error',
  backTo: ({ backRoute }) => ({ to: backRoute }),
  transition: 'none',
  load: loadScreen(async () => (await import('./error.screen.tsx')).ErrorScreen),
};
