import type { FieldValues } from '@kassa/contract';
import { sql } from 'kysely';
import { toCanonicalFields } from '../../catalog/canonical-fields.ts';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { showFields } from '../../catalog/fields.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { SavedDetailsRow } from '../../ground/database/tables/saved-details.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { renewDestination } from '../../ground/encryption/rotate-details.ts';
import { digestsOfDetails, openDetails } from '../../ground/encryption/saved-details.ts';
import { openPayee } from '../../ground/encryption/sealed-payee.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { identifyDestination } from './identify-destination.ts';
import type { ResolvedDetails } from './resolve-details.ts';

/*
 * Destinations that were stored in another spelling: as they were typed, by an earlier release, or in
 * the form that the catalogue gave them then. Their digests are another's. A destination that is used
 * again gets its present digest wherever the player's rows have it under another one, so that a known
 * destination isn't taken for a new one.
 */

type Owner = Pick<Caller, 'brandId' | 'playerId' | 'country'>;

/**
 * Renews the digests of a player's withdrawals to the destination of a new one, and of the details
 * saved with them. All of the player's destinations of the method are compared, as an old one is no
 * less known. Called outside of transactions, before the destination is judged.
 */
export async function renewSpellings(
  core: Pick<Core, 'db' | 'vault'>,
  owner: Owner,
  method: CatalogMethod,
  resolved: Pick<ResolvedDetails, 'digest' | 'digests' | 'instrument'>,
): Promise<void> {
  if (resolved.instrument !== null) return;
  const others = await loadOtherDestinations(core, owner, method, resolved.digests);
  const from = others.flatMap((row) => {
    const payee = nullIfUnreadable(() => openPayee(core.vault, row));
    if (payee === null || row.destination_digest === null) return [];
    const digest = digestNow(core, owner, method, payee.fields);
    return digest === resolved.digest ? [row.destination_digest] : [];
  });
  if (from.length === 0) return;
  const player = { brand_id: owner.brandId, player_id: owner.playerId };
  await core.db.transaction().execute(async (tx) => {
    for (const digest of from) {
      await mergeSaved(tx, owner, { from: digest, to: resolved.digest });
      await renewDestination(tx, player, { from: digest, to: resolved.digest });
    }
  });
}

/** Loads one withdrawal to each other destination of the method, with what its player typed. */
function loadOtherDestinations(
  { db }: Pick<Core, 'db'>,
  { brandId, playerId }: Owner,
  { name }: CatalogMethod,
  digests: readonly string[],
): Promise<Pick<Withdrawal, 'id' | 'brand_id' | 'fields_sealed' | 'destination_digest'>[]> {
  return db
    .selectFrom('withdrawals')
    .distinctOn('destination_digest')
    .select(['id', 'brand_id', 'fields_sealed', 'destination_digest'])
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('payment_method', '=', name)
    .where('destination_digest', 'is not', null)
    .where('destination_digest', 'not in', digests)
    .where('fields_sealed', 'is not', null)
    .orderBy('destination_digest')
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Finds the details that a player saved in another spelling of the destination; they become those of
 * the present one.
 */
export async function findOldSpelling(
  core: Pick<Core, 'vault'>,
  tx: Tx,
  owner: Owner,
  method: CatalogMethod,
  transaction: CatalogMethod['transaction'],
  { digest }: Pick<ResolvedDetails, 'digest'>,
): Promise<SavedDetailsRow | undefined> {
  const rows = await tx
    .selectFrom('saved_details')
    .selectAll()
    .where('brand_id', '=', owner.brandId)
    .where('player_id', '=', owner.playerId)
    .where('transaction', '=', transaction)
    .where('payment_method', '=', method.name)
    .where('fields_sealed', 'is not', null)
    .orderBy('last_used_at', 'desc')
    .execute();
  return rows.find((row) => {
    const opened = nullIfUnreadable(() => openDetails(core.vault, row, row.fields_sealed ?? ''));
    return opened !== null && digestNow(core, owner, method, opened.fields) === digest;
  });
}

/** The digest of fields as they would be stored now. */
function digestNow(
  { vault }: Pick<Core, 'vault'>,
  { brandId, country }: Owner,
  method: CatalogMethod,
  typed: FieldValues,
): string | undefined {
  const definitions = showFields(method.fields ?? [], country);
  const fields = toCanonicalFields(definitions, typed, method);
  const subject = { brandId, paymentMethod: method.name };
  return digestsOfDetails(vault, subject, identifyDestination(definitions, fields))[0];
}

/** Makes details that were saved in two spellings one, known since the first of them. */
async function mergeSaved(
  tx: Tx,
  { brandId, playerId }: Owner,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    with gone as (
      delete from saved_details old
      using saved_details kept
      where old.brand_id = ${brandId} and old.player_id = ${playerId}
        and old.transaction in ('deposit', 'withdrawal') and old.digest = ${from}
        and kept.brand_id = old.brand_id and kept.player_id = old.player_id
        and kept.transaction = old.transaction and kept.digest = ${to}
      returning old.id, old.first_used_at, old.last_used_at, kept.id as kept_id
    ), moved as (
      update withdrawals set saved_details_id = gone.kept_id from gone
      where withdrawals.brand_id = ${brandId} and withdrawals.player_id = ${playerId}
        and withdrawals.saved_details_id = gone.id
    )
    update saved_details kept
    set first_used_at = least(kept.first_used_at, gone.first_used_at),
      last_used_at = greatest(kept.last_used_at, gone.last_used_at)
    from gone
    where kept.brand_id = ${brandId} and kept.id = gone.kept_id`.execute(tx);
}
