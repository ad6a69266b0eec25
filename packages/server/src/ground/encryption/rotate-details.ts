import type { Tx } from '../database/connect.ts';
import type { SavedDetailsRow } from '../database/tables/saved-details.ts';
import {
  batchSize,
  inOrderOf,
  isOutdated,
  type Outcome,
  type OutdatedRow,
  type Parts,
  type Place,
} from './outdated-rows.ts';
import { type Details, digestsOfDetails, openDetails, sealDetails } from './saved-details.ts';

type Row = Pick<
  SavedDetailsRow,
  'id' | 'brand_id' | 'player_id' | 'payment_method' | 'fields_sealed' | 'digest'
>;

/** Loads saved details, whose digests are renewed with them. */
export async function loadDetails(core: Parts, after: Place): Promise<OutdatedRow[]> {
  const rows = await core.db
    .selectFrom('saved_details')
    .select(['id', 'brand_id', 'player_id', 'payment_method', 'fields_sealed', 'digest'])
    .where('fields_sealed', 'is not', null)
    .where(isOutdated(core, 'fields_sealed', after))
    .orderBy(inOrderOf('fields_sealed'))
    .limit(batchSize)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    sealed: row.fields_sealed ?? '',
    reseal: () => resealDetails(core, row),
  }));
}

async function resealDetails({ db, vault }: Parts, row: Row): Promise<Outcome> {
  const { brand_id: brandId, payment_method: paymentMethod } = row;
  const sealed = row.fields_sealed ?? '';
  let details: Details;
  try {
    details = openDetails(vault, row, sealed);
  } catch {
    return 'unreadable';
  }
  const subject = { brandId, paymentMethod };
  const [digest = row.digest] = digestsOfDetails(vault, subject, details.destination);
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('saved_details')
      .set({ fields_sealed: sealDetails(vault, row, details) })
      .where('brand_id', '=', brandId)
      .where('id', '=', row.id)
      .where('fields_sealed', '=', sealed)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return 'gone';
    await renewDestination(tx, row, { from: row.digest, to: digest });
    return 'resealed';
  });
}

/** Replaces the digest of a player's destination wherever it is stored. */
export async function renewDestination(
  tx: Tx,
  { brand_id, player_id }: Pick<Row, 'brand_id' | 'player_id'>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('withdrawals')
    .set({ destination_digest: to })
    .where('brand_id', '=', brand_id)
    .where('player_id', '=', player_id)
    .where('destination_digest', '=', from)
    .execute();
  await tx
    .updateTable('saved_details')
    .set({ digest: to })
    .where('brand_id', '=', brand_id)
    .where('player_id', '=', player_id)
    .where('transaction', 'in', ['deposit', 'withdrawal'])
    .where('digest', '=', from)
    .execute();
}
