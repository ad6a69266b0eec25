import type { ComponentType } from 'react';
import type { Route, Search } from '../../routing/route.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { type Flow, refuseClosed, requireChoice } from '../guards.ts';
import { loadWithdrawal } from './withdrawal.query.ts';

const flow: Flow = { transaction: 'withdrawal', root: 'Withdrawal list' };

interface WithdrawalRoute extends Partial<Omit<Route, 'name' | 'load'>> {
  name: Route['name'];
  /** Without it the player reads that this step isn't available yet. */
  importScreen?: () => Promise<ComponentType>;
}

/**
 * Defines a screen of the withdrawal flow. It needs a chosen method, and back leads to the list.
 */
export function withdrawalRoute({ importScreen = importStep, ...route }: WithdrawalRoute): Route {
  return {
    title: 'title.withdrawalAmount',
    transaction: 'withdrawal',
    backTo: 'Withdrawal list',
    guard: requireChoice(flow),
    onEnter: enterWithdrawal,
    ...route,
    load: async (request) => {
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

async function importStep(): Promise<ComponentType> {
  return (await import('./unavailable-withdrawal.screen.tsx')).UnavailableWithdrawalScreen;
}
