import type { ComponentType } from 'react';
import type { Loaded, LoadRequest, Route } from '../../routing/route.ts';
import { retryImport } from '../../routing/wait-for-page-data.ts';
import { useSessionStore } from '../../session/session-store.ts';
import { loadMethods } from '../deposit/deposit.queries.ts';
import { type Flow, refuseClosed } from '../guards.ts';
import { boxesQuery } from './sweepstake.queries.ts';

interface BoxRoute extends Partial<Omit<Route, 'name' | 'load' | 'onEnter'>> {
  name: Route['name'];
  importScreen: () => Promise<ComponentType>;
}

/** The sweepstake's deposit flow. */
export const boxFlow = {
  transaction: 'deposit',
  root: 'Sweepstake deposit list',
} as const satisfies Flow;

/**
 * Defines a screen of paying for a coin package. Without a chosen package it redirects to the
 * choice (§5).
 */
export function boxRoute({ importScreen, ...route }: BoxRoute): Route {
  return {
    title: 'title.deposit',
    transaction: 'deposit',
    backTo: boxFlow.root,
    ...route,
    onEnter: ({ box, method }) => {
      const store = useSessionStore.getState();
      if (box !== undefined) store.chooseBox(box);
      if (method !== undefined) store.chooseMethod('deposit', method);
    },
    load: async (request): Promise<Loaded> => {
      const [screen, isChosen, offer] = await Promise.all([
        retryImport(importScreen),
        hasChosenBox(request),
        loadMethods(request),
      ]);
      if (isChosen) {
        const redirect = refuseClosed(boxFlow, offer, request.search);
        return redirect === null ? { screen } : { redirect };
      }
      request.session.bridge.send({
        messageType: 'Metric',
        payload: { name: 'error', value: 'No sweepstake box selected for sweepstake deposit' },
      });
      return { redirect: { to: boxFlow.root } };
    },
  };
}

/** Returns whether a package is chosen that is still on offer. */
async function hasChosenBox({ session, queryClient, search }: LoadRequest): Promise<boolean> {
  const chosen = search.box ?? useSessionStore.getState().chosenBox;
  if (chosen === null) return false;
  const { boxes } = await queryClient.ensureQueryData(boxesQuery(session.transport));
  return boxes.some(({ boxId }) => boxId === chosen);
}
