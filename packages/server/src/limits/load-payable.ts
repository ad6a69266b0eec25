import { CallError, type CallRequest, type CallResponse, convertMoney } from '@kassa/contract';
import { loadOffered } from '../catalog/method-switches.ts';
import { findMethod } from '../catalog/select-methods.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../players/caller.ts';
import { loadWindows, type Window } from './load-windows.ts';
import { requireNotBlocked } from './player-blocks.ts';
import type { LimitedTransaction } from './player-limits.ts';
import { resolveLimits } from './resolve-limits.ts';

/**
 * What the player may pay or be paid with a method now. It is judged again when they ask for it.
 * @throws CallError method.unavailable, player.blocked, player.selfExcluded, currency.unsupported
 */
export async function loadPayable(
  core: Core,
  caller: Caller,
  transaction: LimitedTransaction,
  { paymentMethod, currency }: CallRequest<'deposit-limits'>,
): Promise<CallResponse<'deposit-limits'>> {
  const { brandId, country } = caller;
  const offer = { name: paymentMethod, countries: [country], currency };
  const offered = await loadOffered(core, core.db, brandId);
  const rule = findMethod(offered, offer, transaction)?.amount_rules[currency];
  if (rule === undefined) {
    throw new CallError('method.unavailable', 'This payment method is not offered here.');
  }
  await requireNotBlocked(core, core.db, caller, transaction);
  const windows = await loadWindows(core, core.db, { ...caller, transaction });
  const shown = await showIn(core, caller, windows, currency);
  const { resetsAt, ...limits } = resolveLimits(rule, shown, currency);
  return { ...limits, resetsAt: resetsAt?.toISOString() ?? null };
}

/** Windows are in the account's currency; the method may take another. */
async function showIn(
  core: Core,
  caller: Caller,
  windows: Window[],
  currency: string,
): Promise<Window[]> {
  if (windows.length === 0 || currency === caller.currency) return windows;
  const found = await core.ratesOf(caller.brandId).rate(caller.currency, currency, core.now());
  if (found === null) {
    throw new CallError('currency.unsupported', 'There is no rate to the account’s currency.');
  }
  const convert = (amount: string) =>
    convertMoney({ amount, currency: caller.currency }, found.rate, currency).money.amount;
  return windows.map((window) => ({ ...window, remaining: convert(window.remaining) }));
}
