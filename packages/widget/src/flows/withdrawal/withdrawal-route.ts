import type { ComponentType } from 'react';
import type { MessageKey } from '../../i18n/text.ts';
import type { LoadRequest, Route, Search, Target } from '../../routing/route.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { type Flow, refuseClosed, requireChoice } from '../guards.ts';
import { loadWithdrawal } from './withdrawal.query.ts';

const flow: Flow = { transaction: 'withdrawal', root: 'Withdrawal list' };

interface WithdrawalRoute extends Partial<Omit<Route, 'name' | 'load'>> {
  name: Route['name'];
  importScreen: () => Promise<ComponentType>;
  /** The title, where it depends on the address. */
  titleOf?: (search: Search) => MessageKey;
  /** Redirects a player who can't use the screen, by what is kept in memory. */
  refuse?: (request: LoadRequest) => Target | null;
}

/**
 * Defines a screen of the withdrawal flow. It needs a chosen method, and back leads to the list.
 */
export function withdrawalRoute({
  importScreen,
  titleOf,
  refuse,
  ...route
}: WithdrawalRoute): Route {
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
      if (redirect !== null) return { redirect };
      return { screen, ...(titleOf && { title: titleOf(request.search) }) };
    },
  };
}

/** Chooses the method named in the address, for example after a reload. */
export function enterWithdrawal({ method }: Search): void {
  if (method !== undefined) useSessionStore.getState().chooseMethod('withdrawal', method);
}
