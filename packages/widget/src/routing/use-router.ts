import { createContext, use, useSyncExternalStore } from 'react';
import type { Place } from './place.ts';
import type { Search, Target } from './route.ts';
import type { Router } from './router.ts';

export const RouterContext = createContext<Router | null>(null);

/**
 * Provides the router.
 * @throws outside of one
 */
export function useRouter(): Router {
  const router = use(RouterContext);
  if (router === null) throw new Error('There is no router around this component.');
  return router;
}

/** Provides the place that is shown; null before the first. */
export function usePlace(): Place | null {
  const { subscribe, getPlace } = useRouter();
  return useSyncExternalStore(subscribe, getPlace, getPlace);
}

/** Provides the query of the screen's address. */
export function useSearch(): Search {
  return usePlace()?.search ?? {};
}

/** Provides the function that navigates. */
export function useNavigate(): (target: Target) => void {
  const router = useRouter();
  return (target) => router.navigate(target);
}
