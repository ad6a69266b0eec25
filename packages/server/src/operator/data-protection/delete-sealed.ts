import { sql } from 'kysely';
import type { Tx } from '../../ground/database/connect.ts';
import { unindexFields } from '../../ground/encryption/blind-index.ts';
import { type FieldsSubject, sealedTables } from '../../ground/encryption/sealed.ts';
import { idAt } from '../../ground/id-at.ts';
import { finishedDepositStatuses, finishedWithdrawalStatuses } from './finished-statuses.ts';

/** The rows that one transaction deletes or clears: brand, age and greatest number. */
export interface Batch {
  brandId: string;
  before: Date;
  limit: number;
}

/**
 * Deletes or clears one batch, oldest first. Returns the number of changed rows; fewer than the
 * limit means that none is left.
 */
export type Delete = (tx: Tx, batch: Batch) => Promise<number>;

const finishedStatuses: Record<FieldsSubject['kind'], readonly string[]> = {
  deposit: finishedDepositStatuses,
  withdrawal: finishedWithdrawalStatuses,
};

/** Deletes what players typed, with its index. */
export function deleteSealedFields(kind: FieldsSubject['kind']): Delete {
  return async (tx, { brandId, before, limit }) => {
    const rows = await tx
      .selectFrom(sealedTables[kind])
      .select('id')
      .where('brand_id', '=', brandId)
      .where('fields_sealed', 'is not', null)
      .where('id', '<', idAt(before))
      .where(sql`status`, 'in', finishedStatuses[kind])
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx
      .updateTable(sealedTables[kind])
      .set({ fields_sealed: null })
      .where('brand_id', '=', brandId)
      .where('id', 'in', ids)
      .execute();
    if (kind === 'withdrawal') await deleteDestinations(tx, brandId, ids);
    await unindexFields(tx, { kind, brandId }, ids);
    return ids.length;
  };
}

async function deleteDestinations(tx: Tx, brandId: string, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('withdrawals')
    .set({ destination_masked: null, destination_digest: null })
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .execute();
}

/**
 * Deletes saved details that were not used for so long. That the destination was used stays known by
 * its digest, so that it isn't a new one.
 */
export async function deleteSavedDetails(
  tx: Tx,
  { brandId, before, limit }: Batch,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update saved_details set fields_sealed = null, masked = null
    where brand_id = ${brandId} and id in (
      select id from saved_details
      where brand_id = ${brandId} and fields_sealed is not null and last_used_at < ${before}
      order by last_used_at limit ${limit} for update skip locked)`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes the device and the profile of the players of orders. */
export function deletePlayerData(kind: FieldsSubject['kind']): Delete {
  return async (tx, { brandId, before, limit }) => {
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(sealedTables[kind])} set player_data_sealed = null
      where brand_id = ${brandId} and id in (
        select id from ${sql.table(sealedTables[kind])}
        where brand_id = ${brandId} and player_data_sealed is not null and id < ${idAt(before)}
          and status = any(${finishedStatuses[kind]})
        order by id limit ${limit} for update skip locked)`.execute(tx);
    return Number(numAffectedRows);
  };
}

/** Deletes the content of files of payouts, once all of their payouts have ended. */
export async function deletePayoutFiles(
  tx: Tx,
  { brandId, before, limit }: Batch,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update payout_batches set content_sealed = null
    where brand_id = ${brandId} and id in (
      select b.id from payout_batches b
      where b.brand_id = ${brandId} and b.content_sealed is not null and b.id < ${idAt(before)}
        and not exists (
          select from withdrawals w where w.brand_id = b.brand_id and w.batch_id = b.id
            and w.status <> all(${finishedStatuses.withdrawal}))
      order by b.id limit ${limit} for update of b skip locked)`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes payers' names and texts of bank transfers that wait for nobody. */
export async function deleteTransferDetails(
  tx: Tx,
  { brandId, before, limit }: Batch,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update bank_transfers set details_sealed = null
    where brand_id = ${brandId} and id in (
      select id from bank_transfers
      where brand_id = ${brandId} and details_sealed is not null and status <> 'review'
        and id < ${idAt(before)}
      order by id limit ${limit} for update skip locked)`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Deletes what receipts were paid with, by the age of their deposits. That a payer doesn't match stays
 * known: it names nobody. One who wasn't compared yet can't be any more.
 */
export async function deleteInstruments(
  tx: Tx,
  { brandId, before, limit }: Batch,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update payments set instrument_sealed = null, instrument_digest = null, payer_digest = null,
      payer_match = coalesce(payer_match, 'unknown')
    where brand_id = ${brandId} and id in (
      select p.id from payments p join deposits d on d.brand_id = p.brand_id and d.id = p.deposit_id
      where p.brand_id = ${brandId} and p.instrument_sealed is not null
        and p.deposit_id < ${idAt(before)} and d.status = any(${finishedStatuses.deposit})
      order by p.deposit_id limit ${limit} for update of p skip locked)`.execute(tx);
  return Number(numAffectedRows);
}

/** When a claim was answered, or was to be answered, whichever is later. */
const answerTime = sql<Date>`greatest(answered_at, due_at)`;

/**
 * Deletes the files of claims and the words of both sides, by the time of the last answer. A claim
 * that nobody has answered counts from the time by which its player expected an answer.
 */
export async function deleteClaimProofs(
  tx: Tx,
  { brandId, before, limit }: Batch,
): Promise<number> {
  const rows = await tx
    .selectFrom('claims')
    .select('id')
    .where('brand_id', '=', brandId)
    .where(sql<boolean>`not is_cleared`)
    .where(answerTime, '<', before)
    .orderBy(answerTime)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx
    .deleteFrom('claim_proofs')
    .where('brand_id', '=', brandId)
    .where('claim_id', 'in', ids)
    .execute();
  await tx
    .updateTable('claims')
    .set({ message_sealed: null, is_cleared: true })
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .execute();
  return ids.length;
}
