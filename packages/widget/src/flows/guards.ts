import type { CallResponse } from '@kassa/contract';
import { isFlagSet } from '../routing/address.ts';
import type { Route, Search, Target } from '../routing/route.ts';
import type { RouteName } from '../routing/route-names.ts';
import { type Transaction, useSessionStore } from '../session/session-store.ts';
import { emptyTarget } from './empty/empty-target.ts';

type Guard = NonNullable<Route['guard']>;

/** The deposit or the withdrawal flow, of the main or the sweepstake cashier. */
export interface Flow {
  transaction: Transaction;
  /** The flow's first screen. */
  root: RouteName;
}

/**
 * §2: redirects a screen without a chosen method or group to the flow's first screen, which clears
 * earlier choices. A choice in the other flow doesn't count.
 */
export function requireChoice({ transaction, root }: Flow): Guard {
  return ({ search: { method, group } }) => {
    const chosen = useSessionStore.getState().chosenMethods[transaction];
    return method === undefined && group === undefined && chosen === null ? { to: root } : null;
  };
}

/** Redirects a screen whose address lacks the id or name that it needs. */
export function requireSearch(root: RouteName, key: keyof Search & string): Guard {
  return ({ search }) => (search[key] === undefined ? { to: root } : null);
}

/** §2: a list with the direct-geo flag in its address is the empty page of its flow. */
export function refuseDirectGeo(transaction: Transaction): Guard {
  return ({ search }) => (isFlagSet(search.isDirectGeo) ? emptyTarget(transaction, null) : null);
}

/** Redirects the screens of a created deposit, such as an invoice, if no such deposit is known. */
export function requireRunning(root: RouteName): Guard {
  return ({ search }) =>
    search.depositId === undefined && useSessionStore.getState().runningDeposit === null
      ? { to: root }
      : null;
}

/**
 * Redirects the screens of a method in maintenance, and all of a blocked player's, to the flow's
 * first screen. An existing deposit goes on.
 */
export function refuseClosed(
  { transaction, root }: Flow,
  { methods, block }: Pick<CallResponse<'methods-payment-v3'>, 'methods' | 'block'>,
  { method, group, depositId }: Search,
): Target | null {
  const { chosenMethods, runningDeposit } = useSessionStore.getState();
  if (depositId !== undefined || runningDeposit !== null) return null;
  if (block !== undefined) return { to: root };
  const name = method ?? (group === undefined ? chosenMethods[transaction] : null);
  const isClosed = methods.some((one) => one.name === name && one.unavailable !== undefined);
  return isClosed ? { to: root } : null;
}
