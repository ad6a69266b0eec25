import type { CallRequest } from '@kassa/contract';
import type { Core } from '../core.ts';
import { isUuid } from '../is-uuid.ts';
import type { Caller } from '../players/caller.ts';

/**
 * Takes down that the page was closed while a deposit was being created (§4). It moves no deposit:
 * what the provider was asked for goes on. A session of somebody else, and none, are nothing.
 */
export async function closeSession(
  core: Pick<Core, 'db' | 'log' | 'now'>,
  { brandId, playerId }: Pick<Caller, 'brandId' | 'playerId'>,
  { paymentMethod, paymentSessionId: id }: CallRequest<'session-form-on-close-modal'>,
): Promise<void> {
  core.log.info({ brandId, playerId, paymentMethod }, 'the page was closed during a creation');
  if (id === undefined || !isUuid(id)) return;
  await core.db
    .updateTable('payment_sessions')
    .set({ closed_at: core.now() })
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute();
}
