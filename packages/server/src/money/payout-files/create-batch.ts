import { addDecimals, type Decimal, type Money } from '@kassa/contract';
import type {
  PayoutBatch,
  PayoutFileConnector,
  PayoutOrder,
} from '../../connectors/payout-connector.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { PayoutBatchRow } from '../../ground/database/tables/payout-batches.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { toBatchContext } from '../../ground/encryption/sealed.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { insertWithReference } from '../../ground/make-reference.ts';
import type { ProviderRef } from '../../providers/ask-provider.ts';
import { stopForPlayer } from '../provider-events/clear-payout.ts';
import { buildPayoutOrder } from '../provider-events/send-withdrawal.ts';
import { moveWithdrawal } from '../withdrawals/move-withdrawal.ts';
import { type Candidates, loadReason, type ReviewedPayout, selectDue } from './find-candidates.ts';

export interface NewBatch {
  id: string;
  account: ProviderRef;
  file: PayoutFileConnector;
  candidates: Candidates;
  /** The name of the key. */
  actor: string;
}

export interface CreatedBatch {
  /** Null if no payout could be written. */
  batch: PayoutBatchRow | null;
  /** The withdrawals that a person must look at now, with the reason. */
  reviewed: ReviewedPayout[];
  /** All withdrawals that were changed here, to be published after the commit. */
  changed: Withdrawal[];
}

/** A payout that is ready, with its payment details: never log. */
interface Ready {
  withdrawal: Withdrawal;
  order: PayoutOrder;
}

/**
 * Writes a file of payouts, and marks each as sent in the same transaction: a payout stands in one
 * file at most, and in none that isn't stored. The checks are those before any other payout, but for
 * the rules of payouts, which `findCandidates` has evaluated. What the file can't hold goes to review.
 */
export async function createBatch(core: Core, tx: Tx, batch: NewBatch): Promise<CreatedBatch> {
  const due = await lockDue(core, tx, batch);
  const reviewed: CreatedBatch['reviewed'] = [];
  const review = async (withdrawal: Withdrawal, detail: string) => {
    const changes = { next_check_at: null };
    const moved = await moveWithdrawal(core, tx, withdrawal, 'inReview', {
      reason: detail,
      changes,
    });
    if (moved !== null) reviewed.push({ withdrawal: moved, detail });
  };
  const ready: Ready[] = [];
  for (const withdrawal of due) {
    const stopped = await stopForPlayer(core, tx, withdrawal);
    if (stopped === null) continue;
    if (stopped !== 'clear') {
      reviewed.push({ withdrawal: stopped, detail: await loadReason(tx, stopped) });
      continue;
    }
    const order = nullIfUnreadable(() => buildPayoutOrder(core, withdrawal));
    if (order === null) await review(withdrawal, 'its payment details can no longer be read');
    else ready.push({ withdrawal, order });
  }
  const refusals = findRefusals(core, batch, ready);
  for (const { withdrawal } of ready) {
    const detail = refusals.get(withdrawal.id);
    if (detail !== undefined) await review(withdrawal, `the file can't hold it: ${detail}`);
  }
  const kept = ready.filter(({ withdrawal }) => !refusals.has(withdrawal.id));
  const stored = kept.length === 0 ? null : await storeBatch(core, tx, batch, kept);
  const changed = reviewed.map(({ withdrawal }) => withdrawal);
  reviewed.unshift(...batch.candidates.reviewed);
  if (stored === null) return { batch: null, reviewed, changed };
  for (const { withdrawal } of kept) changed.push(await markSent(core, tx, withdrawal, stored));
  return { batch: stored, reviewed, changed };
}

/**
 * Locks the candidates that are still due, and then their players. Another file, or an act on one of
 * them, may hold it: it is left for the next file.
 */
async function lockDue(
  core: Core,
  tx: Tx,
  { account, candidates }: NewBatch,
): Promise<Withdrawal[]> {
  if (candidates.ids.length === 0) return [];
  const locked = await selectDue(tx, account, core.now())
    .where('id', 'in', candidates.ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  const players = [...new Set(locked.map(({ player_id }) => player_id))];
  if (players.length === 0) return [];
  await tx
    .selectFrom('players')
    .select('id')
    .where('brand_id', '=', account.brandId)
    .where('id', 'in', players)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return locked;
}

/** Returns why the file can't hold some of the payouts, by their withdrawals' ids. */
function findRefusals(
  core: Core,
  { file }: NewBatch,
  ready: readonly Ready[],
): ReadonlyMap<string, string> {
  if (ready.length === 0) return new Map();
  const written = file.write(toFile('PB-0000-0000', core.now(), ready));
  if (written.kind === 'written') return new Map();
  return new Map(written.payouts.map(({ withdrawalId, detail }) => [withdrawalId, detail]));
}

const toFile = (reference: string, createdAt: Date, ready: readonly Ready[]): PayoutBatch => ({
  reference,
  createdAt,
  payouts: ready.map(({ order }) => order),
});

function storeBatch(
  core: Core,
  tx: Tx,
  { id, account, file, actor }: NewBatch,
  ready: readonly Ready[],
): Promise<PayoutBatchRow> {
  const createdAt = core.now();
  return insertWithReference('PB', (reference) => {
    const written = file.write(toFile(reference, createdAt, ready));
    if (written.kind === 'refused') throw new Error('The file was refused on its second writing.');
    const context = toBatchContext({ brand_id: account.brandId, id });
    return tx
      .insertInto('payout_batches')
      .values({
        id,
        brand_id: account.brandId,
        account: account.connector,
        reference,
        format: file.format,
        file_name: written.fileName,
        count: ready.length,
        sums: JSON.stringify(sumUp(ready)),
        content_sealed: core.vault.seal(written.content, context),
        created_at: createdAt,
        created_by: actor,
      })
      .onConflict((conflict) => conflict.columns(['brand_id', 'reference']).doNothing())
      .returningAll()
      .executeTakeFirst();
  });
}

/** Sums up what the payouts bring, for each currency. */
function sumUp(ready: readonly Ready[]): Money[] {
  const sums = new Map<string, Decimal>();
  for (const { order } of ready) {
    sums.set(order.currency, addDecimals(sums.get(order.currency) ?? '0', order.amount));
  }
  return [...sums].map(([currency, amount]) => ({ amount, currency }));
}

/** The file's reference stands for the provider's until the bank names one. */
async function markSent(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  { id, reference }: PayoutBatchRow,
): Promise<Withdrawal> {
  const sent = await moveWithdrawal(core, tx, withdrawal, 'sent', {
    reason: `written to the file ${reference}`,
    changes: {
      batch_id: id,
      send_count: withdrawal.send_count + 1,
      provider_reference: reference,
      // The bank answers by file, and is asked for no status.
      next_check_at: null,
      check_count: 0,
    },
  });
  if (sent === null) throw new Error(`Withdrawal ${withdrawal.id} was moved without its lock`);
  return sent;
}
