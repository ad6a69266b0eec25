import { CallError, type Decimal } from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { type Draw, planRoutes, type RouteState, routesOf } from '../../catalog/plan-routes.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { PlannedRoute } from '../../ground/database/tables/money.ts';
import { isCircuitOpen } from '../../providers/ask-provider.ts';

/** The player of a payment to be routed. */
export type RoutedPlayer = Pick<Caller, 'brandId' | 'country' | 'group'>;

type RoutingCore = Pick<Core, 'brands' | 'breakers' | 'now' | 'successOf'>;

/** Plans the routes of a payment, from this process's memory only. */
export function routePayment(
  core: RoutingCore,
  { brandId, country, group }: RoutedPlayer,
  method: CatalogMethod,
  payment: { amount: Decimal | null; currency: string },
  draw: Draw,
): PlannedRoute[] {
  const state = stateOf(core, { brandId, country }, method);
  return planRoutes(routesOf(method), { ...payment, country, group }, state, draw);
}

/** Returns the present state of a brand's accounts for a method's payments. */
export function stateOf(
  core: RoutingCore,
  { brandId, country }: Pick<RoutedPlayer, 'brandId' | 'country'>,
  { name, transaction }: CatalogMethod,
): RouteState {
  const isOn = (account: string) => core.brands.get(brandId)?.accounts.get(account)?.isOn === true;
  // A payout is sent later and only once, and its success isn't measured.
  if (transaction === 'withdrawal') {
    return { isOn, isCircuitOpen: () => false, successOf: () => null };
  }
  return {
    isOn,
    isCircuitOpen: (connector) => isCircuitOpen(core, { brandId, connector, operation: 'create' }),
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
