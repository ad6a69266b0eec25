import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ordinaryWithdrawals } from '../../brands/withdrawal-settings.ts';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { SavedDetailsRow } from '../../ground/database/tables/saved-details.ts';
import { sealDetails } from '../../ground/encryption/saved-details.ts';
import { isCard, isTypedDestination } from './mask-destination.ts';
import { findOldSpelling } from './old-spellings.ts';
import type { ResolvedDetails } from './resolve-details.ts';

type Owner = Pick<Caller, 'brandId' | 'playerId' | 'country'>;
type Transaction = CatalogMethod['transaction'];

/** What is known of the destination of a payment. */
export interface KeptDetails {
  detailsId: string;
  /** The player never used it before. */
  isNew: boolean;
  firstUsedAt: Date;
}

/** The most that are kept of one method, for a player to choose from. */
export const mostSaved = 5;

/**
 * Keeps the details of a payment that is created, for the next one. Of a withdrawal the destination
 * stays known by its digest even where the brand keeps no details, and when they were removed. The
 * caller has locked the player's row.
 * @returns null if nothing is kept
 */
export async function keepDetails(
  core: Pick<Core, 'brands' | 'vault' | 'now'>,
  tx: Tx,
  owner: Owner,
  method: CatalogMethod,
  transaction: Transaction,
  resolved: ResolvedDetails,
): Promise<KeptDetails | null> {
  const isSaved = isKept(core, owner, method, resolved);
  if (!isSaved && transaction === 'deposit') return null;
  const found =
    (await findUse(tx, owner, transaction, resolved)) ??
    (isSaved ? await findOldSpelling(core, tx, owner, method, transaction, resolved) : undefined);
  const now = core.now();
  const id = found?.id ?? uuidv7();
  const values = {
    ...(isSaved && seal(core, { brand_id: owner.brandId, id }, method, resolved)),
    digest: resolved.digest,
    last_used_at: now,
  };
  const firstUsedAt = found?.first_used_at ?? now;
  if (found === undefined) {
    await tx
      .insertInto('saved_details')
      .values({
        id,
        brand_id: owner.brandId,
        player_id: owner.playerId,
        transaction,
        payment_method: method.name,
        fields_sealed: null,
        masked: null,
        first_used_at: firstUsedAt,
        removed_at: null,
        ...values,
      })
      .execute();
  } else {
    await tx
      .updateTable('saved_details')
      .set(values)
      .where('brand_id', '=', owner.brandId)
      .where('id', '=', id)
      .execute();
  }
  if (isSaved) await dropOldest(tx, owner, method, transaction);
  return { detailsId: id, isNew: found === undefined, firstUsedAt };
}

function findUse(
  tx: Tx,
  { brandId, playerId }: Owner,
  transaction: Transaction,
  { digests }: Pick<ResolvedDetails, 'digests'>,
): Promise<SavedDetailsRow | undefined> {
  return tx
    .selectFrom('saved_details')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('transaction', '=', transaction)
    .where('digest', 'in', digests)
    .executeTakeFirst();
}

/**
 * Whether the fields themselves are kept: the brand keeps them, none of them is good for one payment
 * only or a card's number, and there is something that the player would have to type again.
 */
function isKept(
  { brands }: Pick<Core, 'brands'>,
  { brandId }: Owner,
  { fields: definitions = [] }: CatalogMethod,
  { fields, instrument }: ResolvedDetails,
): boolean {
  const { keepDetails: isOn } = brands.get(brandId)?.withdrawals ?? ordinaryWithdrawals;
  if (!isOn || instrument !== null) return false;
  if (definitions.some((field) => field.isOneTime || isCard(field))) return false;
  return definitions.some(
    (field) => isTypedDestination(field) && Object.hasOwn(fields, field.name),
  );
}

function seal(
  { vault }: Pick<Core, 'vault'>,
  row: { brand_id: string; id: string },
  { fields: definitions = [] }: CatalogMethod,
  { fields, masked, destination }: ResolvedDetails,
) {
  const own = Object.entries(fields).filter(([name]) =>
    definitions.some((field) => field.name === name),
  );
  const kept = { fields: Object.fromEntries(own), destination };
  const fields_sealed = sealDetails(vault, row, kept);
  return { fields_sealed, masked, removed_at: null };
}

/** Deletes the details beyond the most that are kept. A withdrawal's destination stays known. */
async function dropOldest(
  tx: Tx,
  { brandId, playerId }: Owner,
  method: CatalogMethod,
  transaction: Transaction,
): Promise<void> {
  const oldest = await tx
    .selectFrom('saved_details')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('transaction', '=', transaction)
    .where('payment_method', '=', method.name)
    .where('fields_sealed', 'is not', null)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .offset(mostSaved)
    .execute();
  const ids = oldest.map(({ id }) => id);
  if (ids.length === 0) return;
  if (transaction === 'deposit') {
    await tx
      .deleteFrom('saved_details')
      .where('brand_id', '=', brandId)
      .where('id', 'in', ids)
      .execute();
    return;
  }
  await sql`
    update saved_details set fields_sealed = null, masked = null
    where brand_id = ${brandId} and id = any(${ids}::uuid[])`.execute(tx);
}
