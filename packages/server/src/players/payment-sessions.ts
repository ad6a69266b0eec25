import { CallError, type CallRequest, compareDecimals } from '@kassa/contract';
import type { Caller } from '../core/caller.ts';
import type { Core } from '../core/core.ts';
import type { Tx } from '../ground/database/connect.ts';
import { isUuid } from '../ground/is-uuid.ts';
import { convertToAccount } from '../providers/rates/convert-to-account.ts';

/**
 * Opens a payment session: one intent of the player to pay, over all attempts.
 * @throws CallError if currency or amount is rejected.
 */
export async function beginSession(
  core: Core,
  tx: Tx,
  caller: Caller,
  sessionId: string,
  { amount, currency, pendingGroup }: CallRequest<'session-start'>,
): Promise<void> {
  if (compareDecimals(amount, '0') <= 0) {
    throw new CallError('amount.invalid', "The amount can't be paid.");
  }
  // Rejects a currency that could not be credited.
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

/**
 * Stores that the page was closed while a deposit was being created (§4). The deposit itself isn't
 * changed: the request to the provider continues.
 * @throws CallError session.notFound if the session isn't the player's
 */
export async function closeSession(
  core: Pick<Core, 'db' | 'log' | 'now'>,
  { brandId, playerId }: Pick<Caller, 'brandId' | 'playerId'>,
  { paymentMethod, paymentSessionId: id }: CallRequest<'session-form-on-close-modal'>,
): Promise<void> {
  core.log.info({ brandId, playerId, paymentMethod }, 'the page was closed during a creation');
  if (id === undefined) return;
  const closed = isUuid(id)
    ? await core.db
        .updateTable('payment_sessions')
        .set((column) => ({ closed_at: column.fn.coalesce('closed_at', column.val(core.now())) }))
        .where('brand_id', '=', brandId)
        .where('player_id', '=', playerId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
    : undefined;
  if (closed === undefined) throw new CallError('session.notFound', 'There is no such session.');
}
