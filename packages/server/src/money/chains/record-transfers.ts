import { sql } from 'kysely';
import type { ChainBlock, ChainSpend, ChainTransfer } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { describeTransfer, type Finding } from './describe-transfer.ts';
import { findRecipients, keyOf } from './find-recipients.ts';
import { type Lease, lockCursor, placeOf, type WatchedChain } from './lease.ts';
import { undoReplaced } from './rescan.ts';

/** The blocks by which a reorganisation is found; an older one is left to a person. */
export const keptBlocks = 200;

type Rows = Awaited<ReturnType<typeof describeTransfer>>[];

/**
 * Finds the payments to the operator's addresses, and asks the node whether they moved money where
 * their block doesn't say so. Nothing is locked meanwhile.
 */
export async function findPayments(
  core: Pick<Core, 'db' | 'ratesOf' | 'catalogOf' | 'now'>,
  chain: WatchedChain,
  placed: readonly { transfer: ChainTransfer; block: Finding['block'] }[],
  hasMoved: (transfer: ChainTransfer) => Promise<boolean> = async () => true,
): Promise<Rows> {
  const recipients = await findRecipients(
    core,
    chain,
    placed.map(({ transfer }) => transfer),
  );
  const shared = sharedTarget(chain);
  const rows: Rows = [];
  for (const { transfer, block } of placed) {
    const recipient = recipients.get(keyOf(transfer)) ?? null;
    if (recipient === null && transfer.target !== shared) continue;
    if (!(await hasMoved(transfer))) continue;
    rows.push(await describeTransfer(core, chain, { transfer, recipient, block }));
  }
  return rows;
}

/** The address that all players share, where a comment tells them apart; null elsewhere. */
function sharedTarget({ rail }: WatchedChain): string | null {
  const { target, memo } = rail.derive(0);
  return memo === null ? null : target;
}

/**
 * Writes the payments of a range of blocks and moves the cursor to its end, together. A payment that
 * is known already gets its block.
 * @throws LeaseLost
 */
export async function recordBlocks(
  core: Pick<Core, 'db' | 'now'>,
  lease: Lease,
  blocks: readonly ChainBlock[],
  rows: Rows,
): Promise<void> {
  const last = blocks.at(-1);
  if (last === undefined) return;
  const place = placeOf(lease.chain);
  await core.db.transaction().execute(async (tx) => {
    await lockCursor(tx, lease);
    await undoReplaced(tx, lease.chain, blocks);
    await upsertPayments(tx, rows);
    await recordSpends(tx, lease.chain, blocks);
    await tx
      .insertInto('chain_blocks')
      .values(blocks.slice(-keptBlocks).map(({ height, hash }) => ({ ...place, height, hash })))
      .execute();
    await tx
      .deleteFrom('chain_blocks')
      .where(({ and }) => and(place))
      .where('height', '<=', last.height - keptBlocks)
      .execute();
    await tx
      .updateTable('chain_cursors')
      .set({
        height: last.height,
        hash: last.hash,
        read_at: core.now(),
        rescan_until: sql`case when rescan_until > ${last.height} then rescan_until end`,
      })
      .where(({ and }) => and(place))
      .execute();
  });
}

/** Writes payments that are in no block yet; what is known of a payment in a block stays. */
export async function recordPending(
  core: Pick<Core, 'db'>,
  lease: Lease,
  rows: Rows,
): Promise<void> {
  if (rows.length === 0) return;
  await core.db.transaction().execute(async (tx) => {
    await lockCursor(tx, lease);
    await upsertPayments(tx, rows);
  });
}

/**
 * Inserts payments, or gives those that are known their block. One that had disappeared is seen
 * again; one that was taken back after a reorganisation is handed to the ledger once more.
 */
async function upsertPayments(tx: Tx, rows: Rows): Promise<void> {
  if (rows.length === 0) return;
  // A statement can't write a row twice.
  const byKey = new Map(rows.map((row) => [`${row.txid} ${row.index}`, row]));
  await tx
    .insertInto('chain_payments')
    .values([...byKey.values()])
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'account', 'blockchain', 'txid', 'index']).doUpdateSet({
        height: sql`coalesce(excluded.height, chain_payments.height)`,
        block_hash: sql`coalesce(excluded.block_hash, chain_payments.block_hash)`,
        undone_at: sql`case when excluded.height is null then chain_payments.undone_at end`,
        replaced_by: sql`case when excluded.height is null then chain_payments.replaced_by end`,
        round: sql`chain_payments.round
            + case when chain_payments.status = 'undone' and excluded.height is not null then 1 else 0 end`,
        status: sql`case
            when chain_payments.status in ('dropped', 'replaced') then 'seen'
            when chain_payments.status = 'undone' and excluded.height is not null then 'seen'
            else chain_payments.status end`,
      }),
    )
    .execute();
}

/** Records which of the operator's outputs were spent, so that none is collected twice. */
async function recordSpends(
  tx: Tx,
  chain: WatchedChain,
  blocks: readonly ChainBlock[],
): Promise<void> {
  const spends = blocks.flatMap((block) =>
    block.spends.map((spend) => ({ ...spend, height: block.height })),
  );
  if (spends.length === 0) return;
  const { brand_id, account, blockchain } = placeOf(chain);
  const column = (pick: (spend: ChainSpend & { height: number }) => string | number) =>
    spends.map(pick);
  await sql`
    update chain_payments p set spent_by = s.spent_by, spent_at = s.height
    from unnest(${column(({ txid }) => txid)}::text[], ${column(({ index }) => index)}::text[],
      ${column(({ spentBy }) => spentBy)}::text[], ${column(({ height }) => height)}::integer[])
      as s (txid, index, spent_by, height)
    where p.brand_id = ${brand_id} and p.account = ${account} and p.blockchain = ${blockchain}
      and p.txid = s.txid and p.index = s.index`.execute(tx);
}
