import { CallError, type CallResponse } from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { findBrandMethod } from '../../catalog/select-methods.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { openDetails } from '../../ground/encryption/saved-details.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { detailsNotFound, listInstruments } from './instruments.ts';
import { mostSaved } from './keep-details.ts';
import { findHolder } from './resolve-details.ts';

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
    .select(['id', 'brand_id', 'masked', 'fields_sealed', 'last_used_at'])
    .where('brand_id', '=', caller.brandId)
    .where('player_id', '=', caller.playerId)
    .where('transaction', '=', method.transaction)
    .where('payment_method', '=', method.name)
    .where('fields_sealed', 'is not', null)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostSaved)
    .execute();
  const details = rows.map(({ masked, last_used_at, ...row }) => ({
    detailsId: row.id,
    paymentMethod: method.name,
    masked: masked ?? '',
    ...showHolder(core, method, row),
    lastUsedAt: last_used_at.getTime(),
    isRemovable: true,
  }));
  return { details };
}

function showHolder(
  { vault }: Pick<Core, 'vault'>,
  { fields = [] }: CatalogMethod,
  { fields_sealed, ...row }: { id: string; brand_id: string; fields_sealed: string | null },
): { holder?: string } {
  if (fields_sealed === null) return {};
  const opened = nullIfUnreadable(() => openDetails(vault, row, fields_sealed));
  const holder = opened && findHolder(fields, opened.fields);
  return holder === null ? {} : { holder };
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
