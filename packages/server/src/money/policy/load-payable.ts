import {
  CallError,
  type CallRequest,
  type CallResponse,
  compareDecimals,
  convertMoney,
  type Decimal,
  floorToCurrency,
  methodLimits,
  networkLimits,
  type PaymentMethod,
} from '@kassa/contract';
import { loadOffered } from '../../catalog/method-switches.ts';
import { findMethod } from '../../catalog/select-methods.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { requireNotBlocked } from '../../players/player-blocks.ts';
import type { LimitedTransaction } from '../../players/player-limits.ts';
import { type LimitsCore, loadWindows, resolveLimits, type Window } from './usage.ts';

/**
 * What the player may pay or be paid with a method now, whichever of its networks they choose. It is
 * judged again when they ask for it.
 * @throws CallError method.unavailable, player.blocked, player.selfExcluded, currency.unsupported
 */
export async function loadPayable(
  core: LimitsCore & Pick<Core, 'db' | 'catalogOf'>,
  caller: Caller,
  transaction: LimitedTransaction,
  { paymentMethod, currency }: CallRequest<'deposit-limits'>,
): Promise<CallResponse<'deposit-limits'>> {
  const { brandId, country, accountType } = caller;
  const offer = { name: paymentMethod, countries: [country], currency, accountType };
  const offered = await loadOffered(core, core.db, brandId);
  const method = findMethod(offered, offer, transaction);
  if (method === undefined) {
    throw new CallError('method.unavailable', 'This payment method is not offered here.');
  }
  await requireNotBlocked(core, core.db, caller, transaction);
  const windows = await loadWindows(core, core.db, { ...caller, transaction });
  const shown = await showIn(core, caller, windows, currency);
  if (shown === null) {
    throw new CallError('currency.unsupported', 'There is no rate to the account’s currency.');
  }
  const ofMethod = methodLimits(method, currency, country);
  const { resetsAt, ...limits } = resolveLimits(ofMethod, shown, currency);
  return { ...limits, resetsAt: resetsAt?.toISOString() ?? null };
}

/** Windows are in the account's currency; the method may take another. Null where there is no rate. */
async function showIn(
  core: LimitsCore,
  caller: Caller,
  windows: Window[],
  currency: string,
): Promise<Window[] | null> {
  if (windows.length === 0 || currency === caller.currency) return windows;
  const found = await core.ratesOf(caller.brandId).rate(caller.currency, currency, core.now());
  if (found === null) return null;
  const convert = (amount: string) =>
    convertMoney({ amount, currency: caller.currency }, found.rate, currency).money.amount;
  return windows.map((window) => ({ ...window, remaining: convert(window.remaining) }));
}

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
