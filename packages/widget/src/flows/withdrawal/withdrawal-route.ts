import type { ComponentType } from 'react';
import type { LoadRequest, Route, Search, Target } from '../../routing/route.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { type Flow, refuseClosed, requireChoice } from '../guards.ts';
import { loadWithdrawal } from './withdrawal.query.ts';

const flow: Flow = { transaction: 'withdrawal', root: 'Withdrawal list' };

interface WithdrawalRoute extends Partial<Omit<Route, 'name' | 'load'>> {
  name: Route['name'];
  importScreen: () => Promise<ComponentType>;
  /** Redirects a player who can't use the screen, by what is kept in memory. */
  refuse?: (request: LoadRequest) => Target | null;
}

/**
 * Defines a screen of the withdrawal flow. It needs a chosen method, and back leads to the list.
 */
export function withdrawalRoute({ importScreen, refuse, ...route }: WithdrawalRoute): Route {
  return {
    title: 'title.withdrawalAmount',
    transaction: 'withdrawal',
    backTo: 'Withdrawal list',
    guard: requireChoice(flow),
    onEnter: enterWithdrawal,
    ...route,
    load: async (request) => {
      const refused = refuse?.(request) ?? null;
      if (refused !== null) return { redirect: refused };
      const [screen, offer] = await Promise.all([
        retryImport(importScreen),
        loadWithdrawal(request),
      ]);
      const redirect = refuseClosed(flow, offer, request.search);
      return redirect === null ? { screen } : { redirect };
    },
  };
}

/** Chooses the method named in the address, for example after a reload. */
export function enterWithdrawal({ method }: Search): void {
  if (method !== undefined) useSessionStore.getState().chooseMethod('withdrawal', method);
}
