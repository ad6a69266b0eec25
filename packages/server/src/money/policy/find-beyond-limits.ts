import {
  type CallResponse,
  compareDecimals,
  type Decimal,
  floorToCurrency,
  methodLimits,
  networkLimits,
  type PaymentMethod,
} from '@kassa/contract';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { showIn } from './load-payable.ts';
import { type LimitsCore, loadWindows, type Window } from './load-windows.ts';

type Offer = Pick<CallResponse<'methods-payment-v3'>, 'currency' | 'methods'>;

/** When a player's limit begins to leave more (ISO 8601); null where even all of it is too little. */
type Until = string | null;

/**
 * The offered methods that take more than a player's own limits leave now, by name. Nothing is marked
 * where the limits can't be compared: who pays is told then.
 */
export async function findBeyondLimits(
  core: LimitsCore & Pick<Core, 'db'>,
  caller: Caller,
  { currency, methods }: Offer,
): Promise<Map<string, Until>> {
  const windows = await loadWindows(core, core.db, { ...caller, transaction: 'deposit' });
  const shown = await showIn(core, caller, windows, currency);
  if (shown === null) return new Map();
  return new Map(
    methods.flatMap((method) => {
      const until = findUntil(leastOf(method, currency, caller.country), shown, currency);
      return until === undefined ? [] : [[method.name, until]];
    }),
  );
}

/** The least that can be paid with a method, whichever of its networks is chosen. */
function leastOf(method: PaymentMethod, currency: string, country: string): Decimal {
  const limits = methodLimits(method, currency, country);
  const networks = (method.fields ?? []).flatMap((field) =>
    field.type === 'networks' ? field.values : [],
  );
  return networks
    .map((network) => networkLimits(network, limits, currency).min)
    .reduce((least, min) => (compareDecimals(min, least) < 0 ? min : least), limits.min);
}

/** Undefined where every limit leaves enough. */
function findUntil(
  least: Decimal,
  windows: readonly Window[],
  currency: string,
): Until | undefined {
  const isLess = (amount: Decimal) => compareDecimals(floorToCurrency(amount, currency), least) < 0;
  const tight = windows.filter(({ remaining }) => isLess(remaining));
  if (tight.length === 0) return undefined;
  if (tight.some(({ max }) => isLess(max))) return null;
  const times = tight.flatMap(({ resetsAt }) => (resetsAt === null ? [] : [resetsAt.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}

/** An offer with those methods marked that are beyond: shown still, with when to come again. */
export function markBeyondLimits<Shown extends Offer>(
  offer: Shown,
  beyond: ReadonlyMap<string, Until>,
): Shown {
  const methods = offer.methods.map((method) => {
    const until = beyond.get(method.name);
    // In maintenance it is whatever the limits leave.
    if (until === undefined || method.unavailable !== undefined) return method;
    const unavailable = { reason: 'limit' as const, ...(until !== null && { until }) };
    return { ...method, unavailable };
  });
  return { ...offer, methods };
}
