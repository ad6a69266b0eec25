import { createHash } from 'node:crypto';
import { compareDecimals, type Decimal } from '@kassa/contract';
import type { PlannedRoute, RouteReason } from '../ground/database/tables/attempts.ts';
import type { CatalogMethod } from './catalog-schema.ts';
import { listSplits, type Route } from './route-schema.ts';

/** What the conditions of routes are about. */
export interface RoutedPayment {
  /** The player's country. */
  country: string;
  currency: string;
  /** Null while it isn't known; then no route with a condition for it is taken. */
  amount: Decimal | null;
  /** The player's group, if any. */
  group: string | null;
}

/** The last attempts at an account, and those of them whose money arrived. */
export interface RouteSuccess {
  attempts: number;
  credits: number;
}

/** The state of accounts at the time of the plan, by name. */
export interface RouteState {
  isOn: (account: string) => boolean;
  isCircuitOpen: (account: string) => boolean;
  /** Null if nothing was measured. */
  successOf: (account: string) => RouteSuccess | null;
}

/** Returns a number from 0 to below 1 for each decision of one payment's plan. */
export type Draw = (decision: string) => number;

/** Draws by a hash of a payment's id, so that the same payment is always routed alike. */
export function drawBy(id: string): Draw {
  return (decision) =>
    createHash('sha256').update(`${id} ${decision}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** Success is compared from this many attempts on. */
const fewestAttempts = 50;
/** The part of the payments that try a route of little success in its usual place. */
const probeShare = 0.05;

/** Returns a method's routes: without any, the account that bears its connector's name. */
export function routesOf({
  routes,
  connector,
}: Pick<CatalogMethod, 'routes' | 'connector'>): readonly Route[] {
  return routes ?? [{ account: connector }];
}

/**
 * Plans the attempts of a payment, and gives the reason for each route's place. Conditions come
 * first, then open circuits, the shares of splits, and last the measured success. The routes that
 * are tried come first, in their order; none if no route fits.
 */
export function planRoutes(
  routes: readonly Route[],
  payment: RoutedPayment,
  state: RouteState,
  draw: Draw,
): PlannedRoute[] {
  const fitting = routes.filter((route) => findObstacle(route, payment, state) === null);
  const working = fitting.filter(({ account }) => !state.isCircuitOpen(account));
  // A provider that may be down is still better than none.
  const candidates = working.length > 0 ? working : fitting;
  const byRule = listSplits(routes).flatMap((split, index) =>
    orderSplit(
      split.filter((route) => candidates.includes(route)),
      () => draw(`split ${index}`),
    ),
  );
  const ordered = moveWeak(byRule, state.successOf, () => draw('probe') < probeShare);
  return [
    ...ordered.map((planned, index) => ({ ...planned, order: index + 1 })),
    ...routes
      .filter((route) => !candidates.includes(route))
      .map((route) => ({
        account: route.account,
        order: null,
        because: findObstacle(route, payment, state) ?? ('circuitOpen' as const),
      })),
  ];
}

/** Returns why a payment can't take a route; null if it can. */
function findObstacle(
  { account, countries, currencies, amount, groups }: Route,
  payment: RoutedPayment,
  { isOn }: RouteState,
): RouteReason | null {
  const { country, currency, group } = payment;
  if (countries !== undefined && !countries.includes(country)) return 'country';
  if (currencies !== undefined && !currencies.includes(currency)) return 'currency';
  if (amount !== undefined && !isWithin(amount[currency], payment.amount)) return 'amount';
  if (groups !== undefined && (group === null || !groups.includes(group))) return 'group';
  return isOn(account) ? null : 'accountOff';
}

function isWithin(
  range: NonNullable<Route['amount']>[string] | undefined,
  amount: Decimal | null,
): boolean {
  if (range === undefined || amount === null) return false;
  const { min, max } = range;
  return (
    (min === undefined || compareDecimals(amount, min) >= 0) &&
    (max === undefined || compareDecimals(amount, max) <= 0)
  );
}

type Ordered = Pick<PlannedRoute, 'account' | 'because'>;

/** Puts the route that the draw chooses by the shares first; the others keep their order. */
function orderSplit(split: readonly Route[], draw: () => number): Ordered[] {
  const because = split.length > 1 ? 'share' : 'rule';
  if (split.length < 2) return split.map(({ account }) => ({ account, because }));
  const sum = split.reduce((total, { share = 0 }) => total + share, 0);
  let rest = draw() * sum;
  const first = split.find(({ share = 0 }) => {
    rest -= share;
    return rest < 0;
  });
  return [...split]
    .sort((left, right) => Number(right === first) - Number(left === first))
    .map(({ account }) => ({ account, because }));
}

/** Moves routes whose success is far below the best route's directly behind that route. */
function moveWeak(
  ordered: readonly Ordered[],
  successOf: RouteState['successOf'],
  isProbe: () => boolean,
): readonly Ordered[] {
  if (ordered.length < 2) return ordered;
  const measured = ordered.flatMap((planned, index) => {
    const success = successOf(planned.account);
    return success === null || success.attempts < fewestAttempts ? [] : [{ index, success }];
  });
  const [best] = [...measured].sort((left, right) => compareSuccess(right.success, left.success));
  if (best === undefined) return ordered;
  const weak = measured.filter(
    ({ index, success }) => index < best.index && isFarBelow(success, best.success),
  );
  // Without any attempt a route could never recover.
  if (weak.length === 0 || isProbe()) return ordered;
  const moved = new Set(weak.map(({ index }) => index));
  const behind = ordered
    .filter((_, index) => moved.has(index))
    .map(({ account }) => ({ account, because: 'success' as const }));
  return [
    ...ordered.filter((_, index) => index <= best.index && !moved.has(index)),
    ...behind,
    ...ordered.slice(best.index + 1),
  ];
}

// Success is compared by whole numbers, as a difference of quotients isn't exact.

function compareSuccess(left: RouteSuccess, right: RouteSuccess): number {
  return left.credits * right.attempts - right.credits * left.attempts;
}

/** Whether a success is more than 20 percentage points below another. */
function isFarBelow(success: RouteSuccess, best: RouteSuccess): boolean {
  return compareSuccess(best, success) * 5 > best.attempts * success.attempts;
}
