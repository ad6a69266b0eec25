import { sql } from 'kysely';
import {
  type ChainBlock,
  ChainError,
  type ChainSource,
  type ChainTip,
} from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { type Lease, lockCursor, placeOf, type WatchedChain } from './lease.ts';
import { ChainPaused } from './pause.ts';

/**
 * Goes back to the height from which an operator has blocks read again. Only now the cursor moves,
 * since only a node knows the hash of the block before. Payments keep their blocks until other ones
 * are read in their place.
 * @returns the height that is read next, less one
 * @throws ChainPaused, ChainError if the node doesn't have that block
 */
export async function startRescan(
  core: Pick<Core, 'db' | 'log'>,
  lease: Lease,
  { source, tip, from }: { source: ChainSource; tip: ChainTip; from: number },
): Promise<number> {
  const height = from - 1;
  if (height > tip.height) {
    const detail = `${source.host} has ${tip.height} blocks, and ${from} is to be read again`;
    throw new ChainPaused('lagging', detail);
  }
  const hash = height === tip.height ? tip.hash : await source.hashAt(height);
  if (hash === null) throw new ChainError('pruned', `${source.host} has no block ${height}`);
  const place = placeOf(lease.chain);
  await core.db.transaction().execute(async (tx) => {
    await lockCursor(tx, lease);
    await tx
      .deleteFrom('chain_blocks')
      .where(({ and }) => and(place))
      .where('height', '>=', height)
      .execute();
    await tx
      .insertInto('chain_blocks')
      .values({ ...place, height, hash })
      .execute();
    await tx
      .updateTable('chain_cursors')
      .set({ height, hash, rescan_from: null })
      .where(({ and }) => and(place))
      .execute();
  });
  core.log.warn({ ...place, from }, 'blocks are read again');
  return height;
}

/**
 * Takes payments out of the blocks that were read in the place of theirs, and outputs out of their
 * spends: what is still true is written anew with these blocks. Finds nothing unless blocks are read
 * again.
 */
export async function undoReplaced(
  tx: Tx,
  chain: WatchedChain,
  blocks: readonly ChainBlock[],
): Promise<void> {
  const [first] = blocks;
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return;
  const { brand_id, account, blockchain } = placeOf(chain);
  await sql`
    update chain_payments p set undone_at = p.height, height = null, block_hash = null
    from unnest(${blocks.map(({ height }) => height)}::integer[],
      ${blocks.map(({ hash }) => hash)}::text[]) as b (height, hash)
    where p.brand_id = ${brand_id} and p.account = ${account} and p.blockchain = ${blockchain}
      and p.height between ${first.height} and ${last.height}
      and p.height = b.height and p.block_hash <> b.hash`.execute(tx);
  await tx
    .updateTable('chain_payments')
    .set({ spent_by: null, spent_at: null })
    .where(({ and }) => and(placeOf(chain)))
    .where('spent_at', '>=', first.height)
    .where('spent_at', '<=', last.height)
    .execute();
}
