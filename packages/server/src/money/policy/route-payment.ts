import { CallError, type Decimal } from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { type Draw, planRoutes, type RouteState, routesOf } from '../../catalog/plan-routes.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { PlannedRoute } from '../../ground/database/tables/attempts.ts';
import { isCircuitOpen } from '../../providers/ask-provider.ts';

/** The player of a payment to be routed. */
export type RoutedPlayer = Pick<Caller, 'brandId' | 'country' | 'group'>;

type RoutingCore = Pick<Core, 'brands' | 'breakers' | 'now' | 'successOf'>;

/**
 * Plans the routes of a payment, from this process's memory only. Only the first route is tried for
 * a withdrawal, which is sent at most once, and for a method with preparation, whose form is that
 * of one account and is shown before the amount is known.
 */
export function routePayment(
  core: RoutingCore,
  { brandId, country, group }: RoutedPlayer,
  method: CatalogMethod,
  payment: { amount: Decimal | null; currency: string },
  draw: Draw,
): PlannedRoute[] {
  const state = stateOf(core, { brandId, country }, method);
  const isPrepared = method.isPreparationRequired === true;
  const amount = isPrepared ? null : payment.amount;
  const planned = planRoutes(routesOf(method), { ...payment, amount, country, group }, state, draw);
  if (!isPrepared && method.transaction === 'deposit') return planned;
  return planned.map((route) =>
    route.order === null || route.order === 1
      ? route
      : { account: route.account, order: null, because: 'onlyFirst' },
  );
}

/** Returns the present state of a brand's accounts for a method's payments. */
export function stateOf(
  core: RoutingCore,
  { brandId, country }: Pick<RoutedPlayer, 'brandId' | 'country'>,
  { name, transaction, isPreparationRequired = false }: CatalogMethod,
): RouteState {
  const isOn = (account: string) => core.brands.get(brandId)?.accounts.get(account)?.isOn === true;
  // A payout is sent later and only once, and its success isn't measured.
  if (transaction === 'withdrawal') {
    return { isOn, isCircuitOpen: () => false, successOf: () => null };
  }
  const operations = isPreparationRequired ? (['prepare', 'create'] as const) : ['create' as const];
  return {
    isOn,
    isCircuitOpen: (connector) =>
      operations.some((operation) => isCircuitOpen(core, { brandId, connector, operation })),
    successOf: (account) => core.successOf(brandId, name, account, country),
  };
}

/**
 * Returns the account of a plan's first attempt.
 * @throws CallError method.unavailable if no route is planned
 */
export function requireFirstAccount([first]: readonly PlannedRoute[]): string {
  if (first !== undefined && first.order !== null) return first.account;
  throw new CallError('method.unavailable', 'This payment method takes no such payment now.');
}
