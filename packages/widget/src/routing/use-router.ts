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

/** The place of a list that stands beside the place shown. */
export const ListPlaceContext = createContext<Place | null>(null);

/** Provides the place that is shown, or that of the list around; null before the first. */
export function usePlace(): Place | null {
  const { subscribe, getPlace } = useRouter();
  const shown = useSyncExternalStore(subscribe, getPlace, getPlace);
  return use(ListPlaceContext) ?? shown;
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
