import { CallError, type CallRequest, compareDecimals } from '@kassa/contract';
import type { Tx } from '../db/connect.ts';
import type { Caller } from '../players/caller.ts';

/**
 * Opens a payment session: one intent of the player to pay, over all its attempts.
 * @throws CallError where currency or amount is refused.
 */
export async function beginSession(
  tx: Tx,
  caller: Caller,
  sessionId: string,
  { amount, currency, pendingGroup }: CallRequest<'session-start'>,
): Promise<void> {
  if (currency !== caller.currency) {
    throw new CallError(
      'currency.unsupported',
      "The currency is not that of the player's account.",
    );
  }
  if (compareDecimals(amount, '0') <= 0) {
    throw new CallError('amount.invalid', 'The amount is not one that can be paid.');
  }
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
