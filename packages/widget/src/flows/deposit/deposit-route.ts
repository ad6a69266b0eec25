import type { ComponentType } from 'react';
import type { BackTarget, Route, Search } from '../../routing/route.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { type Flow, refuseClosed, requireChoice, requireRunning } from '../guards.ts';
import { loadMethods } from './deposit.queries.ts';
import { resolveGroupList } from './method-kinds.ts';
import { resolveDefaultEntry } from './next-page.ts';

const flow: Flow = { transaction: 'deposit', root: 'Deposit list' };

/** Redirects a screen without a chosen method or group to the list. */
export const requireMethod = requireChoice(flow);

export interface DepositRoute extends Partial<Omit<Route, 'name' | 'load'>> {
  name: Route['name'];
  importScreen: () => Promise<ComponentType>;
}

/**
 * Defines a screen of the deposit flow. By default it needs a chosen method, and back leads to the
 * list that the method was chosen from. Its code and the methods are loaded in parallel.
 */
export function depositRoute({ importScreen, ...route }: DepositRoute): Route {
  return {
    title: 'title.deposit',
    transaction: 'deposit',
    backTo: backToOffer,
    guard: requireMethod,
    onEnter: ({ method }) => {
      if (method !== undefined) useSessionStore.getState().chooseMethod('deposit', method);
    },
    ...route,
    load: async (request) => {
      const [screen, offer] = await Promise.all([retryImport(importScreen), loadMethods(request)]);
      const redirect = refuseClosed(flow, offer, request.search);
      return redirect === null ? { screen } : { redirect };
    },
  };
}

/** Returns the list that a method was chosen from: its group's, or that of all methods. */
function backToOffer({ group }: Search): BackTarget {
  if (group === undefined) return { to: 'Deposit list' };
  return { to: resolveGroupList(group), search: { group } };
}

/** Returns the form that led to a guide, with its draft; by default the usual form. */
export const backToForm = ({ to, method, group }: Search) => ({
  to: to ?? resolveDefaultEntry(),
  search: { method, group },
});

/** Defines a screen that follows the creation of a deposit, and needs that deposit. */
export function createdDepositRoute(route: DepositRoute): Route {
  const needsDeposit = requireRunning(flow.root);
  return depositRoute({
    guard: (place) => requireMethod(place) ?? needsDeposit(place),
    ...route,
  });
}
