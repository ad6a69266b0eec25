import type { ComponentType } from 'react';
import type { BackTarget, Roots, Route, Search } from './route.ts';

/** A screen and where the player is in it. */
export interface Place extends Visit {
  route: Route;
  search: Search;
  /** One-time values of the query; a reload doesn't have them. */
  flags: Search;
  data: unknown;
  /** The path under the product. */
  path: string;
  /** A message key from data that replaces the route's title, where this version has the key. */
  title?: string | undefined;
  /** The screen's component; null while it loads, with a skeleton in its place. */
  screen: ComponentType | null;
  /** The error for which not even the error screen could be loaded. */
  error?: unknown;
  /** The list that it stands beside; null where it can't be had, undefined where it isn't loaded. */
  list?: Place | null | undefined;
}

/** A visit of a screen. */
export interface Visit {
  /** The direction in which the player moved, for the transition. */
  direction: 'first' | 'forward' | 'back' | 'stay';
  /** The scroll position at the start of the visit, in px. */
  scrollTop: number;
  /** A number that differs for each visit of a screen. */
  visit: number;
}

/**
 * Returns the back target of a place, by its route: a screen, or 'Previous' for the screen that the
 * player came from.
 */
export function findBackTarget(place: Place | null, roots: Roots): BackTarget | 'Previous' {
  if (place === null) return 'Previous';
  const { backTo = 'Previous' } = place.route;
  if (typeof backTo === 'function') return backTo(place.search, roots);
  return backTo === 'Previous' ? backTo : { to: backTo };
}
