import { sql } from 'kysely';
import type { RetentionSettings } from '../../brands/retention-settings.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { deleteOlder } from '../../ground/database/delete-older.ts';
import { idAt } from '../../ground/id-at.ts';
import { mustHappen } from '../../money/provider-events/retry-operation.ts';
import { keptCodesMs } from '../../players/confirmation-codes.ts';
import { revocationsSince } from '../../players/token-revocations.ts';
import { unexpectedOutcomes } from '../../providers/evidence.ts';
import {
  type Batch,
  type Delete,
  deleteClaimProofs,
  deleteInstruments,
  deletePayoutFiles,
  deletePlayerData,
  deleteSavedDetails,
  deleteSealedFields,
  deleteTransferDetails,
} from './delete-sealed.ts';
import { allowChangesOfActs } from './erase-from-acts.ts';
import { finishedDepositStatuses } from './finished-statuses.ts';

/** The rules of retention, by the names of the settings. */
export const retentionRules: { readonly [Name in keyof RetentionSettings]: readonly Delete[] } = {
  sealedFields: [
    deleteSealedFields('deposit'),
    deleteSealedFields('withdrawal'),
    deletePlayerData('deposit'),
    deletePlayerData('withdrawal'),
    deleteInstruments,
    deleteSavedDetails,
    deletePayoutFiles,
  ],
  redirects: [deleteSteps('redirect'), deleteSteps('step_sealed')],
  notificationBodies: [deleteNotificationBodies, deleteTransferDetails],
  claimProofs: [deleteClaimProofs],
  notifications: [deleteNotifications],
  webhookDeliveries: [deleteWebhookEvents],
  paymentSessions: [deletePaymentSessions],
  walletRefusals: [deleteWalletRefusals],
  reconciliations: [deleteSettlementLines, deleteBadLines, deleteDifferences],
  operatorActs: [deleteOperatorActs, deletePendingActs],
};

/** Deletes what led players to pay, one column at a time: each has a partial index. */
function deleteSteps(column: 'redirect' | 'step_sealed'): Delete {
  return async (tx, { brandId, before, limit }) => {
    const { numUpdatedRows } = await tx
      .updateTable('deposits')
      .set({ [column]: null })
      .where('brand_id', '=', brandId)
      .where('id', 'in', (query) =>
        query
          .selectFrom('deposits')
          .select('id')
          .where('brand_id', '=', brandId)
          .where(column, 'is not', null)
          .where('id', '<', idAt(before))
          .where(sql`status`, 'in', finishedDepositStatuses)
          .orderBy('id')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  };
}

/** Selects notifications that no longer wait for a person, oldest first. */
function findSettledNotifications(db: Db | Tx, { brandId, before, limit }: Batch) {
  return db
    .selectFrom('provider_notifications')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '<', idAt(before))
    .where('processed_at', 'is not', null)
    .where(({ or, eb }) =>
      or([eb('resolved_at', 'is not', null), eb('outcome', 'not in', [...unexpectedOutcomes])]),
    )
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked();
}

async function deleteNotificationBodies(tx: Tx, batch: Batch): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('provider_notifications')
    .set({ body: '', headers: JSON.stringify({}) })
    .where('brand_id', '=', batch.brandId)
    .where('id', 'in', findSettledNotifications(tx, batch).where(sql<boolean>`body <> ''`))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

async function deleteNotifications(tx: Tx, batch: Batch): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('provider_notifications')
    .where('brand_id', '=', batch.brandId)
    .where('id', 'in', findSettledNotifications(tx, batch))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes events together with the log of their deliveries. */
async function deleteWebhookEvents(tx: Tx, { brandId, before, limit }: Batch): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhook_events')
    .where('brand_id', '=', brandId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('webhook_events')
        .select('id')
        .where('brand_id', '=', brandId)
        .where('status', '<>', 'pending')
        .where('id', '<', idAt(before))
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes sessions; their deposits stay, without the reference. */
async function deletePaymentSessions(tx: Tx, { brandId, before, limit }: Batch): Promise<number> {
  const rows = await tx
    .selectFrom('payment_sessions')
    .select(['id', 'player_id'])
    .where('brand_id', '=', brandId)
    .where('id', '<', idAt(before))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const playerIds = rows.map((row) => row.player_id);
  await tx
    .updateTable('deposits')
    .set({ payment_session_id: null })
    .where('brand_id', '=', brandId)
    // The condition on the players lets the query use the index.
    .where('player_id', 'in', playerIds)
    .where('payment_session_id', 'in', ids)
    .execute();
  await tx
    .deleteFrom('payment_sessions')
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .execute();
  return ids.length;
}

async function deleteWalletRefusals(tx: Tx, { brandId, before, limit }: Batch): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('wallet_operations')
    .set({ detail: null })
    .where('brand_id', '=', brandId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('wallet_operations')
        .select('id')
        .where('brand_id', '=', brandId)
        .where('status', '=', 'refused')
        .where('detail', 'is not', null)
        .where('id', '<', idAt(before))
        .where(sql<boolean>`not ${mustHappen}`)
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

async function deleteSettlementLines(tx: Tx, { brandId, before, limit }: Batch): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from settlement_lines where (run_id, line) in (
      select run_id, line from settlement_lines
      where brand_id = ${brandId} and run_id < ${idAt(before)}
      order by run_id, line limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}

async function deleteBadLines(tx: Tx, { brandId, before, limit }: Batch): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update reconciliation_runs set bad_lines = '{}' where brand_id = ${brandId} and id in (
      select id from reconciliation_runs
      where brand_id = ${brandId} and id < ${idAt(before)} and bad_lines <> '{}'
      order by id limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}

async function deleteDifferences(tx: Tx, { brandId, before, limit }: Batch): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from reconciliation_differences where brand_id = ${brandId} and id in (
      select id from reconciliation_differences
      where brand_id = ${brandId} and run_id < ${idAt(before)}
      order by run_id, id limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}

async function deleteOperatorActs(tx: Tx, { brandId, before, limit }: Batch): Promise<number> {
  await allowChangesOfActs(tx);
  const { numDeletedRows } = await tx
    .deleteFrom('operator_acts')
    .where('brand_id', '=', brandId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('operator_acts')
        .select('id')
        .where('brand_id', '=', brandId)
        .where('id', '<', idAt(before))
        .orderBy('id')
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function deletePendingActs(tx: Tx, { brandId, before, limit }: Batch): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('pending_acts')
    .where('brand_id', '=', brandId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('pending_acts')
        .select('id')
        .where('brand_id', '=', brandId)
        .where('id', '<', idAt(before))
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Deletes captcha solutions, page codes, device codes and tickets that have expired, revocations of
 * tokens that have, and codes that confirmed a withdrawal.
 */
export async function deleteExpired({ db, now }: Pick<Core, 'db' | 'now'>): Promise<void> {
  for (const table of ['captcha_marks', 'device_codes', 'page_codes', 'widget_files'] as const) {
    await deleteOlder(db, table, 'expires_at', now());
  }
  await deleteOlder(db, 'token_revocations', 'created_at', revocationsSince(now()));
  const oldestCode = new Date(now().getTime() - keptCodesMs);
  await deleteOlder(db, 'confirmation_codes', 'created_at', oldestCode);
}
