import { sql } from 'kysely';
import type { ChainBlock, ChainSpend, ChainTransfer } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { describeTransfer, type Finding } from './describe-transfer.ts';
import { findOwnSent } from './find-own-sent.ts';
import { findRecipients, keyOf } from './find-recipients.ts';
import { type Lease, LeaseLost, lockCursor, placeOf, type WatchedChain } from './lease.ts';
import { undoReplaced } from './rescan.ts';
import { type PaymentRows, upsertPayments } from './upsert-payments.ts';

/** The blocks by which a reorganisation is found; an older one is left to a person. */
const keptBlocks = 200;

/** Payments that a node is asked about at the same time. */
const askedAtOnce = 10;

interface Seen {
  placed: readonly { transfer: ChainTransfer; block: Finding['block'] }[];
  spends: readonly ChainSpend[];
}

/**
 * Finds the payments to the operator's addresses, and asks the node whether they moved money where
 * their block doesn't say so. Nothing is locked meanwhile.
 * @param seen - the payments, and the outputs that were spent for them
 */
export async function findPayments(
  core: Pick<Core, 'db' | 'ratesOf' | 'catalogOf' | 'now'>,
  chain: WatchedChain,
  { placed, spends }: Seen,
  hasMoved: (transfer: ChainTransfer) => Promise<boolean> = async () => true,
): Promise<PaymentRows> {
  const read = placed.map(({ transfer, block }) => ({
    transfer,
    block,
    // What a sender typed of the comment is put into its form.
    memo: (transfer.memo !== null && chain.rail.readMemo?.(transfer.memo)) || transfer.memo,
  }));
  const recipients = await findRecipients(
    core,
    chain,
    read.map(({ transfer: { target }, memo }) => ({ target, memo })),
  );
  const shared = sharedTarget(chain);
  const found = read.flatMap(({ transfer, block, memo }) => {
    const recipient = recipients.get(keyOf({ target: transfer.target, memo })) ?? null;
    return recipient === null && transfer.target !== shared ? [] : [{ transfer, block, recipient }];
  });
  const ownSent = await findOwnSent(core, chain, { found: found.map((it) => it.transfer), spends });
  const rows: PaymentRows = [];
  for (let from = 0; from < found.length; from += askedAtOnce) {
    const some = found.slice(from, from + askedAtOnce);
    const moved = await Promise.all(some.map(({ transfer }) => hasMoved(transfer)));
    for (const [index, finding] of some.entries()) {
      if (moved[index])
        rows.push(
          await describeTransfer(core, chain, {
            ...finding,
            isOwnSent: ownSent.has(finding.transfer),
          }),
        );
    }
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
  rows: PaymentRows,
): Promise<void> {
  const [first] = blocks;
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return;
  const place = placeOf(lease.chain);
  await core.db.transaction().execute(async (tx) => {
    const { height } = await lockCursor(tx, lease);
    // Another run of this process has moved the cursor meanwhile.
    if (height !== null && height !== first.height - 1) throw new LeaseLost('It was moved');
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
  rows: PaymentRows,
): Promise<void> {
  if (rows.length === 0) return;
  await core.db.transaction().execute(async (tx) => {
    await lockCursor(tx, lease);
    await upsertPayments(tx, rows);
  });
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
  // Nearly all outputs are strangers'. Each is one look into an index, as in `findRecipients`.
  const { rows } = await sql<{ id: string; spentBy: string; height: number }>`
    select p.id, s.spent_by as "spentBy", s.height
    from unnest(${column(({ txid }) => txid)}::text[], ${column(({ index }) => index)}::text[],
      ${column(({ spentBy }) => spentBy)}::text[], ${column(({ height }) => height)}::integer[])
      as s (txid, index, spent_by, height)
    cross join lateral (
      select id from chain_payments
      where brand_id = ${brand_id} and account = ${account} and blockchain = ${blockchain}
        and txid = s.txid and index = s.index
      offset 0) p`.execute(tx);
  for (const { id, spentBy, height } of rows) {
    await tx
      .updateTable('chain_payments')
      .set({ spent_by: spentBy, spent_at: height })
      .where('brand_id', '=', brand_id)
      .where('id', '=', id)
      .execute();
  }
}
