import { CallError, type CallResponse } from '@kassa/contract';
import { findBrandMethod } from '../../catalog/select-methods.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { detailsNotFound, listInstruments } from './instruments.ts';
import { mostSaved } from './keep-details.ts';

/**
 * Returns what the player can use again with a method, last used first.
 * @throws CallError method.unavailable if the brand has no such method
 */
export async function listSavedDetails(
  core: Pick<Core, 'db' | 'vault' | 'catalogOf'>,
  caller: Pick<Caller, 'brandId' | 'playerId'>,
  { paymentType }: { paymentType: string },
): Promise<CallResponse<'saved-details-list'>> {
  const method = findBrandMethod(core.catalogOf(caller.brandId), paymentType);
  if (method === undefined) {
    throw new CallError('method.unavailable', 'This payment method is not offered here.');
  }
  if (method.paysToInstrument === true) {
    return { details: await listInstruments(core, core.db, caller, method) };
  }
  const rows = await core.db
    .selectFrom('saved_details')
    .select(['id', 'masked', 'last_used_at'])
    .where('brand_id', '=', caller.brandId)
    .where('player_id', '=', caller.playerId)
    .where('transaction', '=', method.transaction)
    .where('payment_method', '=', method.name)
    .where('fields_sealed', 'is not', null)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostSaved)
    .execute();
  const details = rows.map(({ id, masked, last_used_at }) => ({
    detailsId: id,
    paymentMethod: method.name,
    masked: masked ?? '',
    lastUsedAt: last_used_at.getTime(),
    isRemovable: true,
  }));
  return { details };
}

/**
 * Deletes saved details. The destination of a withdrawal stays known by its digest: used again, it
 * isn't a new one. Removing them twice changes nothing.
 * @throws CallError details.notFound
 */
export async function removeSavedDetails(
  core: Pick<Core, 'db' | 'now'>,
  { brandId, playerId }: Pick<Caller, 'brandId' | 'playerId'>,
  { detailsId }: { detailsId: string },
): Promise<CallResponse<'saved-details-remove'>> {
  if (!isUuid(detailsId)) throw detailsNotFound();
  const ofPlayer = core.db
    .updateTable('saved_details')
    .where('brand_id', '=', brandId)
    .where('id', '=', detailsId)
    .where('player_id', '=', playerId);
  const { numUpdatedRows } = await ofPlayer
    .where(({ or, eb }) =>
      or([eb('fields_sealed', 'is not', null), eb('removed_at', 'is not', null)]),
    )
    .set(({ fn, val, ref }) => ({
      fields_sealed: null,
      masked: null,
      removed_at: fn.coalesce(ref('removed_at'), val(core.now())),
    }))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw detailsNotFound();
  return {};
}
