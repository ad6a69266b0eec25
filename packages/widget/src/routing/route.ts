import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { MessageKey } from '../i18n/text.ts';
import type { Session } from '../session/session.ts';
import type { Transaction } from '../session/session-store.ts';
import type { RouteName, RoutePaths } from './route-names.ts';

/** The query of an address: texts alone, an absent one undefined. */
export type Search = Readonly<Record<string, string | undefined>>;

/** Where to go. */
export interface Target {
  to: RouteName;
  search?: Search;
  /** In place of the current entry, so that back doesn't lead here again. */
  replace?: boolean;
  /** For the screen alone; see {@link EntryState.data}. */
  data?: unknown;
}

/** What a route may look at while it loads. */
export interface RouteContext {
  session: Session;
  queryClient: QueryClient;
}

/**
 * What a route's loading comes to: its screen, or another place. `title` is a message key that data
 * names, in place of the route's own where this version has it.
 */
export type Loaded = { screen: ComponentType; title?: string } | { redirect: Target };

/** What a route is loaded for. */
export interface LoadRequest extends RouteContext {
  search: Search;
  /** The flags of the address, which it no longer shows. */
  flags: Search;
}

/** The screens that each of a cashier's two flows begins with. */
export type Roots = Readonly<Record<Transaction, RouteName>>;

/** Where back leads: by a name that may come from an address, so one that means nothing is home. */
export interface BackTarget {
  to: string | undefined;
  search?: Search;
}

/** A screen's place, and all that stands on it (§2 "A route's meta"). */
export interface Route {
  name: RouteName;
  /** The header's title. */
  title: MessageKey;
  transaction?: Transaction;
  /** Where back leads: a screen, or where the player came from. Without one there is no back button. */
  backTo?: RouteName | 'Previous' | ((search: Search, roots: Roots) => BackTarget | 'Previous');
  /** How the screen comes in; `push` unless said otherwise. */
  transition?: 'push' | 'rise' | 'none';
  /** Whether the close button shows where the host allows one; it does unless said otherwise. */
  showClose?: boolean;
  /** What the query says once: taken out of the address when the screen is entered (§2, §4). */
  flags?: readonly string[];
  /** Turns away who can't be here; pure. */
  guard?: (place: { search: Search }) => Target | null;
  /** Takes note that the player is here; `load` alone runs for a screen they may go to as well. */
  onEnter?: (search: Search) => void;
  /** Loads code and data. Rejects where they can't be had: the player then sees the error screen. */
  load: (request: LoadRequest) => Promise<Loaded>;
}

/** A cashier's screens. */
export interface Tree {
  /** The place of every screen by its name. */
  paths: RoutePaths;
  roots: Roots;
  /** The screens whose definitions are there from the start. */
  routes: readonly Route[];
  /** Brings the definitions of all others, which the first screen doesn't wait for. */
  loadRest: () => Promise<readonly Route[]>;
}
