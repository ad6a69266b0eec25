import {
  type ChainBlock,
  ChainError,
  type ChainSource,
  type ChainTip,
} from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import { type Lease, placeOf, type WatchedChain } from './lease.ts';
import type { PendingSpends } from './pending-payments.ts';
import { findPayments, recordBlocks } from './record-transfers.ts';

/** After this time a run starts no further range of blocks; the next run goes on. */
const budgetMs = 20_000;

/** The blocks below the first one that are remembered, in case it is replaced. */
const before = 20;

/**
 * Begins to read a chain at its newest block. No address of the chain was given out yet
 * (`reserveAddress`).
 */
export async function beginChain(
  core: Core,
  lease: Lease,
  source: ChainSource,
  tip: ChainTip,
): Promise<void> {
  await checkCoins(core, lease);
  const heads: ChainBlock[] = [];
  for (let height = Math.max(tip.height - before, 0); height < tip.height; height += 1) {
    const hash = await source.hashAt(height);
    if (hash === null) continue;
    heads.push({ ...tip, height, hash, parentHash: '', transfers: [], spends: [] });
  }
  heads.push({ ...tip, parentHash: '', transfers: [], spends: [] });
  await recordBlocks(core, lease, heads, []);
}

/**
 * Compares the tokens' decimals with their contracts: wrong ones would multiply every amount. A node
 * that can't be asked for them holds nothing up.
 * @throws ChainError misconfigured
 */
async function checkCoins({ log }: Pick<Core, 'log'>, { chain }: Lease): Promise<void> {
  try {
    await chain.rail.checkCoins?.();
  } catch (error) {
    if (!(error instanceof ChainError) || error.reason === 'misconfigured') throw error;
    const { reason, message } = error;
    log.warn({ ...placeOf(chain), reason, message }, 'the decimals of tokens could not be checked');
  }
}

interface Reading {
  source: ChainSource;
  tip: ChainTip;
  /** The last block that was read. */
  from: number;
  spends: PendingSpends;
}

/**
 * Reads the blocks after `from`, range by range. Returns whether the tip was reached within the time
 * of a run.
 * @throws ChainError if the node's blocks don't follow each other
 */
export async function readBlocks(
  core: Core,
  lease: Lease,
  { source, tip, from, spends }: Reading,
): Promise<boolean> {
  const until = performance.now() + budgetMs;
  let previous = await findReadHash(core, lease.chain, from);
  for (let height = from; height < tip.height; ) {
    if (performance.now() > until) return false;
    const last = Math.min(height + source.batchSize, tip.height);
    const blocks = await source.blocks(height + 1, last);
    requireChain(source, blocks, { first: height + 1, last, previous });
    const placed = blocks.flatMap((block) =>
      block.transfers.map((transfer) => ({ transfer, block })),
    );
    const seen = { placed, spends: blocks.flatMap((block) => block.spends) };
    const rows = await findPayments(core, lease.chain, seen, source.hasMoved);
    for (const block of blocks) spends.note(block.spends, new Set());
    await recordBlocks(core, lease, blocks, rows);
    height = last;
    previous = blocks.at(-1)?.hash ?? previous;
  }
  return true;
}

/** Returns the hash of a block that was read; null if it is no longer remembered. */
export async function findReadHash(
  { db }: Pick<Core, 'db'>,
  chain: WatchedChain,
  height: number,
): Promise<string | null> {
  const block = await db
    .selectFrom('chain_blocks')
    .select('hash')
    .where(({ and }) => and(placeOf(chain)))
    .where('height', '=', height)
    .executeTakeFirst();
  return block?.hash ?? null;
}

/** Requires a range of blocks to be whole, and each block to follow the one before. */
function requireChain(
  { host }: ChainSource,
  blocks: readonly ChainBlock[],
  { first, last, previous }: { first: number; last: number; previous: string | null },
): void {
  let parent = previous;
  for (const [offset, { height, hash, parentHash }] of blocks.entries()) {
    // A reorganisation in the middle of a range looks the same: the next run sees which it was.
    if (height !== first + offset || (parent !== null && parentHash !== parent)) {
      throw new ChainError(
        'malformed',
        `block ${first + offset} of ${host} follows no known block`,
      );
    }
    parent = hash;
  }
  if (blocks.length !== last - first + 1) {
    throw new ChainError('malformed', `${host} left out blocks between ${first} and ${last}`);
  }
}
