import { sql } from 'kysely';
import type { ChainSource, ChainTip } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { ChainCursor } from '../../ground/database/tables/chains.ts';
import { type Lease, lockCursor, placeOf } from './lease.ts';
import { ChainPaused } from './pause.ts';

/**
 * Goes back to the last block that the node still has, if its newest ones were replaced. Payments of
 * the blocks above it wait for a block again; what was credited stays until the new blocks show
 * whether the payment is in one of them.
 * @returns the height that is read next, less one
 * @throws ChainPaused if the node is behind, or if more blocks were replaced than are remembered
 */
export async function rewind(
  core: Pick<Core, 'db' | 'log'>,
  lease: Lease,
  source: ChainSource,
  tip: ChainTip,
  cursor: { height: number; hash: string },
): Promise<number> {
  if (tip.height >= cursor.height && (await hashAt(source, tip, cursor.height)) === cursor.hash) {
    return cursor.height;
  }
  const place = placeOf(lease.chain);
  const kept = await core.db
    .selectFrom('chain_blocks')
    .select(['height', 'hash'])
    .where(({ and }) => and(place))
    .where('height', '<=', tip.height)
    .orderBy('height', 'desc')
    .execute();
  const [newest] = kept;
  if (tip.height < cursor.height && newest?.height === tip.height && newest.hash === tip.hash) {
    const detail = `${source.host} has ${tip.height} blocks, and ${cursor.height} were read`;
    throw new ChainPaused('lagging', detail);
  }
  for (const block of kept) {
    if ((await hashAt(source, tip, block.height)) !== block.hash) continue;
    await undoAbove(core, lease, block);
    core.log.warn({ ...place, from: cursor.height, to: block.height }, 'blocks were replaced');
    return block.height;
  }
  const detail = `none of the last ${kept.length} blocks below ${cursor.height} is at ${source.host}`;
  throw new ChainPaused('deepReorganisation', detail);
}

function hashAt(source: ChainSource, tip: ChainTip, height: number): Promise<string | null> {
  return height === tip.height ? Promise.resolve(tip.hash) : source.hashAt(height);
}

async function undoAbove(
  core: Pick<Core, 'db'>,
  lease: Lease,
  { height, hash }: Pick<ChainCursor, 'height' | 'hash'> & { height: number },
): Promise<void> {
  const place = placeOf(lease.chain);
  await core.db.transaction().execute(async (tx) => {
    await lockCursor(tx, lease);
    await tx
      .updateTable('chain_payments')
      .set({ undone_at: sql<number>`height`, height: null, block_hash: null })
      .where(({ and }) => and(place))
      .where('height', '>', height)
      .execute();
    await tx
      .updateTable('chain_payments')
      .set({ spent_by: null, spent_at: null })
      .where(({ and }) => and(place))
      .where('spent_at', '>', height)
      .execute();
    await tx
      .deleteFrom('chain_blocks')
      .where(({ and }) => and(place))
      .where('height', '>', height)
      .execute();
    await tx
      .updateTable('chain_cursors')
      .set({ height, hash })
      .where(({ and }) => and(place))
      .execute();
  });
}
