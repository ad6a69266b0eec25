import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { MessageKey } from '../i18n/text.ts';
import type { Session } from '../session/session.ts';
import type { RouteName } from './route-names.ts';

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

/** What a route may look at while it decides and loads. */
export interface RouteContext {
  session: Session;
  queryClient: QueryClient;
}

/** What a route's loading comes to: its screen, or another place. */
export type Loaded = { screen: ComponentType } | { redirect: Target };

/** What a route is loaded for. */
export interface LoadRequest extends RouteContext {
  search: Search;
  /** Reads a flag of the query and takes it out of the address (§2). */
  takeFlag: (name: string) => string | undefined;
}

/** A screen's place, and all that stands on it (§2 "A route's meta"). */
export interface Route {
  name: RouteName;
  /** The header's title. */
  title: MessageKey;
  transaction?: 'deposit' | 'withdrawal';
  /** Where back leads: a screen, or where the player came from. Without one there is no back button. */
  backTo?: RouteName | 'Previous';
  /** How the screen comes in; `push` unless said otherwise. */
  transition?: 'push' | 'rise' | 'none';
  /** Whether the close button shows where the host allows one; it does unless said otherwise. */
  showClose?: boolean;
  /** Turns away who can't be here; pure. */
  guard?: (place: { search: Search; context: RouteContext }) => Target | null;
  /** Loads code and data. Rejects where they can't be had: the player then sees the error screen. */
  load: (request: LoadRequest) => Promise<Loaded>;
}

/** A route's `load` for a screen that has all it needs once its code is there. */
export function loadScreen(
  importScreen: () => Promise<ComponentType>,
): (request: LoadRequest) => Promise<Loaded> {
  return async () => ({ screen: await importScreen() });
}
