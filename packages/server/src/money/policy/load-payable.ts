import {
  CallError,
  type CallRequest,
  type CallResponse,
  compareDecimals,
  convertMoney,
  type Decimal,
  floorToCurrency,
  limitedMethod,
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
import { listForfeitedBonuses } from '../bonuses/withdrawal-bonuses.ts';
import { toPayer } from '../sweepstake/to-payer.ts';
import { type LimitsCore, loadWindows, resolveLimits, type Window } from './usage.ts';

/**
 * Returns the limits of what a player may now deposit or withdraw with a method, over all of its
 * networks. They are validated again when the deposit or withdrawal is created.
 * @throws CallError method.unavailable, player.blocked, player.selfExcluded, currency.unsupported
 */
export async function loadPayable(
  core: LimitsCore & Pick<Core, 'db' | 'catalogOf'>,
  caller: Caller,
  transaction: LimitedTransaction,
  request: CallRequest<'deposit-limits'>,
): Promise<CallResponse<'deposit-limits'>> {
  const { brandId, country, accountType } = caller;
  const { currency } = request;
  const offer = { name: limitedMethod(request), countries: [country], currency, accountType };
  const offered = await loadOffered(core, core.db, brandId);
  const method = findMethod(offered, offer, transaction);
  if (method === undefined) {
    throw new CallError('method.unavailable', 'This payment method is not offered here.');
  }
  await requireNotBlocked(core, core.db, caller, transaction);
  const account = transaction === 'deposit' ? toPayer(core, caller) : caller;
  const windows = await loadConverted(core, account, transaction, currency);
  if (windows === null) {
    throw new CallError('currency.unsupported', 'There is no rate to the account’s currency.');
  }
  const ofMethod = methodLimits(method, currency, country);
  const { resetsAt, ...limits } = resolveLimits(ofMethod, windows, currency);
  return { ...limits, resetsAt: resetsAt?.toISOString() ?? null };
}

/**
 * Returns what a player may now withdraw with a method, and the bonuses that a withdrawal forfeits.
 * @throws CallError as {@link loadPayable}
 */
export async function loadWithdrawalLimits(
  core: Parameters<typeof loadPayable>[0],
  caller: Caller,
  request: CallRequest<'withdrawal-limits'>,
): Promise<CallResponse<'withdrawal-limits'>> {
  const payable = await loadPayable(core, caller, 'withdrawal', request);
  const account = { ...caller, currency: request.currency };
  return { ...payable, forfeitedBonuses: await listForfeitedBonuses(core.db, account) };
}

/**
 * Loads what each of a player's own limits leaves, in a currency, the lowest first; empty without limits in
 * force. Null if there is no rate to the currency.
 */
export async function loadConverted(
  core: LimitsCore & Pick<Core, 'db'>,
  account: Caller,
  transaction: LimitedTransaction,
  currency: string,
): Promise<Window[] | null> {
  const windows = await loadWindows(core, core.db, { ...account, transaction });
  if (windows.length === 0 || currency === account.currency) return windows;
  const found = await core.ratesOf(account.brandId).rate(account.currency, currency, core.now());
  if (found === null) return null;
  const convert = (amount: string) =>
    convertMoney({ amount, currency: account.currency }, found.rate, currency).money.amount;
  return windows.map((window) => ({ ...window, remaining: convert(window.remaining) }));
}

type Offer = Pick<CallResponse<'methods-payment-v3'>, 'currency' | 'methods'>;

/** The time from which a limit leaves more (ISO 8601); null if even the whole limit is too low. */
type Until = string | null;

/**
 * Returns the offered methods whose minimum is above the rest of the player's own limits, by name.
 * None are returned if the limits can't be compared; the player then gets the error on creation.
 * @param windows - of the player's limits, in the offer's currency; null if they can't be compared
 */
export function findBeyondLimits(
  { currency, methods }: Offer,
  country: string,
  windows: readonly Window[] | null,
): Map<string, Until> {
  if (windows === null) return new Map();
  return new Map(
    methods.flatMap((method) => {
      const least = smallestPayable(method, currency, country);
      const until = findResetTime(least, windows, currency);
      return until === undefined ? [] : [[method.name, until]];
    }),
  );
}

/** Returns the smallest amount that can be paid with a method, over all of its networks. */
export function smallestPayable(method: PaymentMethod, currency: string, country: string): Decimal {
  const limits = methodLimits(method, currency, country);
  const networks = (method.fields ?? []).flatMap((field) =>
    field.type === 'networks' ? field.values : [],
  );
  return networks
    .map((network) => networkLimits(network, limits, currency).min)
    .reduce((least, min) => (compareDecimals(min, least) < 0 ? min : least), limits.min);
}

/** Returns undefined if every limit leaves enough. */
function findResetTime(
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

/**
 * Marks the methods beyond the player's limits as unavailable, with the time at which they are
 * available again.
 */
export function markBeyondLimits<Shown extends Offer>(
  offer: Shown,
  beyond: ReadonlyMap<string, Until>,
): Shown {
  const methods = offer.methods.map((method) => {
    const until = beyond.get(method.name);
    // A method in maintenance stays marked as such.
    if (until === undefined || method.unavailable !== undefined) return method;
    const unavailable = { reason: 'limit' as const, ...(until !== null && { until }) };
    return { ...method, unavailable };
  });
  return { ...offer, methods };
}
