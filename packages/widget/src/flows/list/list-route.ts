import type { ComponentType } from 'react';
import { isFlagSet } from '../../routing/address.ts';
import type { Route, RouteContext } from '../../routing/route.ts';
import { type Transaction, useSessionStore } from '../../session/session-store.ts';
import { type EmptyReason, emptyTarget } from '../empty/empty-target.ts';
import { refuseDirectGeo } from '../guards.ts';

/** The screen of a list, or what there is none of. */
export type LoadedList = { screen: ComponentType } | { missing: EmptyReason };

interface ListRoute extends Pick<Route, 'name' | 'title' | 'onEnter' | 'isDrawn'> {
  transaction: Transaction;
  /** Loads code and content; the content from the server where `isAnew` says so (§2 "refetch"). */
  loadList: (context: RouteContext, isAnew: boolean) => Promise<LoadedList>;
}

/**
 * The first list of a flow (§2). With the direct-geo flag, or with nothing to show, it is the empty
 * page; where it can't be loaded, the error page.
 */
export function listRoute({ loadList, onEnter, ...route }: ListRoute): Route {
  const { transaction } = route;
  return {
    pane: 'list',
    ...route,
    flags: ['isDirectGeo', 'refetch'],
    guard: refuseDirectGeo(transaction),
    onEnter: (search) => {
      useSessionStore.getState().chooseMethod(transaction, null);
      onEnter?.(search);
    },
    load: async ({ flags, ...context }) => {
      const list = await loadList(context, isFlagSet(flags.refetch));
      if ('screen' in list) return list;
      return { redirect: emptyTarget(transaction, list.missing) };
    },
  };
}
