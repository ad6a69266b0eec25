import { CallError, type CallRequest, compareDecimals } from '@kassa/contract';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { convertToAccount } from '../../providers/rates/convert-to-account.ts';

/**
 * Opens a payment session: one intent of the player to pay, over all its attempts.
 * @throws CallError where currency or amount is refused.
 */
export async function beginSession(
  core: Core,
  tx: Tx,
  caller: Caller,
  sessionId: string,
  { amount, currency, pendingGroup }: CallRequest<'session-start'>,
): Promise<void> {
  if (compareDecimals(amount, '0') <= 0) {
    throw new CallError('amount.invalid', 'The amount is not one that can be paid.');
  }
  // Refuses a currency that could not be credited.
  await convertToAccount(core, caller, { amount, currency });
  await tx
    .insertInto('payment_sessions')
    .values({
      id: sessionId,
      brand_id: caller.brandId,
      player_id: caller.playerId,
      amount,
      currency,
      pending_group: pendingGroup ?? null,
    })
    .execute();
}
