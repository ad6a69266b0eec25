import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { MessageKey } from '../i18n/text.ts';
import type { Session } from '../session/session.ts';
import type { Transaction } from '../session/session-store.ts';
import type { RouteName, RoutePaths } from './route-names.ts';

/** The query of an address; a missing value is undefined. */
export type Search = Readonly<Record<string, string | undefined>>;

/** The target of a navigation. */
export interface Target {
  to: RouteName;
  search?: Search;
  /** Replaces the current entry, so that back doesn't lead here again. */
  replace?: boolean;
  /** Data for the screen alone; see {@link EntryState.data}. */
  data?: unknown;
}

/** The objects that a route may use while it loads. */
export interface RouteContext {
  session: Session;
  queryClient: QueryClient;
}

/**
 * The result of loading a route: its screen, or a redirect. `title` is a message key from data that
 * replaces the route's title, where this version has the key.
 */
export type Loaded = { screen: ComponentType; title?: string } | { redirect: Target };

/** The parameters of loading a route. */
export interface LoadRequest extends RouteContext {
  search: Search;
  /** The one-time values of the address, which no longer shows them. */
  flags: Search;
}

/** The first screen of each of a cashier's two flows. */
export type Roots = Readonly<Record<Transaction, RouteName>>;

/** A back target. Its name may come from an address; an unknown name leads home. */
export interface BackTarget {
  to: string | undefined;
  search?: Search;
}

/** A screen's path and its properties (§2 "A route's meta"). */
export interface Route {
  name: RouteName;
  /** The header's title. */
  title: MessageKey;
  transaction?: Transaction;
  /**
   * The back target: a screen, or the screen that the player came from. Without one there is no
   * back button.
   */
  backTo?: RouteName | 'Previous' | ((search: Search, roots: Roots) => BackTarget | 'Previous');
  /**
   * The pane that it fills from 900 px on: a list, or beside the list what is chosen from it. Any
   * other screen stands alone.
   */
  pane?: 'list' | 'beside';
  /** The transition of the screen; `push` by default. */
  transition?: 'push' | 'rise' | 'none';
  /** Whether the close button shows where the host allows one; it does by default. */
  showClose?: boolean;
  /**
   * The names of one-time values in the query. They are removed from the address when the screen is
   * entered (§2, §4).
   */
  flags?: readonly string[];
  /** Redirects a player who can't use the screen; pure. */
  guard?: (place: { search: Search }) => Target | null;
  /**
   * Whether the server may draw it before the widget's scripts are there. It depends on nothing but
   * the offered methods and what a first screen is described by.
   */
  isDrawn?: boolean;
  /** Called when the screen is entered. `load` also runs for a preload. */
  onEnter?: (search: Search) => void;
  /** Loads code and data. The player sees the error screen where it rejects. */
  load: (request: LoadRequest) => Promise<Loaded>;
}

/** The screens of a cashier. */
export interface Tree {
  /** The path of every screen by its name. */
  paths: RoutePaths;
  roots: Roots;
  /** The screens whose definitions are part of the first load. */
  routes: readonly Route[];
  /** Loads the definitions of all other screens; the first screen doesn't wait for them. */
  loadRest: () => Promise<readonly Route[]>;
}
