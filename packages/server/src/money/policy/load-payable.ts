import {
  CallError,
  type CallRequest,
  type CallResponse,
  convertMoney,
  methodLimits,
} from '@kassa/contract';
import { loadOffered } from '../../catalog/method-switches.ts';
import { findMethod } from '../../catalog/select-methods.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { requireNotBlocked } from '../../players/player-blocks.ts';
import type { LimitedTransaction } from '../../players/player-limits.ts';
import { type LimitsCore, loadWindows, type Window } from './load-windows.ts';
import { resolveLimits } from './resolve-limits.ts';

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
export async function showIn(
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
