import type { ComponentType } from 'react';
import type { BackTarget, Roots, Route, Search } from './route.ts';

/** A screen at its place. */
export interface Place extends Visit {
  route: Route;
  search: Search;
  /** What the query said once; a reload doesn't know it any more. */
  flags: Search;
  data: unknown;
  /** Path under the product. */
  path: string;
  /** A message key that data names, in place of the route's title where this version has it. */
  title?: string | undefined;
  /** Null while it loads: a skeleton shows. */
  screen: ComponentType | null;
  /** Why not even the error screen could be had. */
  error?: unknown;
}

/** One coming to a screen. */
export interface Visit {
  /** Which way the player moved, for the transition. */
  direction: 'first' | 'forward' | 'back' | 'stay';
  /** How far down the screen begins, in px. */
  scrollTop: number;
  /** Differs for every visit of a screen. */
  visit: number;
}

/** Where back leads from a place, by its route: a screen, or where the player came from. */
export function findBackTarget(place: Place | null, roots: Roots): BackTarget | 'Previous' {
  if (place === null) return 'Previous';
  const { backTo = 'Previous' } = place.route;
  if (typeof backTo === 'function') return backTo(place.search, roots);
  return backTo === 'Previous' ? backTo : { to: backTo };
}
