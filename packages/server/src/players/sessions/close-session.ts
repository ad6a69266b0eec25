import { CallError, type CallRequest } from '@kassa/contract';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { isUuid } from '../../ground/is-uuid.ts';

/**
 * Takes down that the page was closed while a deposit was being created (§4). It moves no deposit:
 * what the provider was asked for goes on.
 * @throws CallError session.notFound where one is named that isn't the player's
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
