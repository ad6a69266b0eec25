import type { ChainBlock, ChainSource, ChainTip } from '../../connectors/chain-rail.ts';
import { ChainError } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { ChainCursor, ChainPayment } from '../../ground/database/tables/chains.ts';
import { announcePayments } from './announce-payments.ts';
import { type Lease, LeaseLost, placeOf, takeLease, type WatchedChain } from './lease.ts';
import { ChainPaused, readPause, recordPause } from './pause.ts';
import { dropVanished, PendingSpends, readPending } from './pending-payments.ts';
import { findPayments, recordBlocks } from './record-transfers.ts';
import { startRescan } from './rescan.ts';
import { rewind } from './rewind.ts';
import { settlePayments, settleUndone } from './settle-payments.ts';

/** After this time a run starts no further range of blocks; the next run goes on. */
const budgetMs = 20_000;

/** What this process knows of unconfirmed payments, by rail: a changed configuration begins anew. */
const knownSpends = new WeakMap<WatchedChain['rail'], PendingSpends>();

/** Lists the chains of all brands' accounts. */
export function listChains({ brands }: Pick<Core, 'brands'>): WatchedChain[] {
  return [...brands.values()].flatMap(({ id: brandId, accounts }) =>
    [...accounts.values()].flatMap(({ name: account, rails }) =>
      [...rails.values()].map((rail) => ({ brandId, account, rail })),
    ),
  );
}

/**
 * Reads all chains up to their newest blocks, and credits what has its confirmations. Each chain is
 * read by one process at a time; a chain that hangs or fails delays no other.
 */
export async function watchChains(core: Core): Promise<void> {
  const results = await Promise.allSettled(
    listChains(core).map((chain) => watchChain(core, chain)),
  );
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

/** The rails that this process reads just now: a run that takes long is not joined by the next. */
const busy = new WeakSet<WatchedChain['rail']>();

async function watchChain(core: Core, chain: WatchedChain): Promise<void> {
  if (busy.has(chain.rail)) return;
  busy.add(chain.rail);
  try {
    await runOnce(core, chain);
  } finally {
    busy.delete(chain.rail);
  }
}

/** Reads one chain. A node's fault pauses it; any other error is thrown. */
async function runOnce(core: Core, chain: WatchedChain): Promise<void> {
  const taken = await takeLease(core, chain);
  if (taken === null) return;
  const { lease, cursor } = taken;
  try {
    await readChain(core, lease, cursor);
    await recordPause(core, lease, cursor, null);
  } catch (error) {
    if (error instanceof LeaseLost) return;
    const found = readPause(error);
    if (found === null) throw error;
    await recordPause(core, lease, cursor, found);
  }
}

async function readChain(core: Core, lease: Lease, cursor: ChainCursor): Promise<void> {
  const { source, tip } = await chooseSource(core, lease.chain, cursor.height);
  await core.db
    .updateTable('chain_cursors')
    .set({ tip_height: tip.height })
    .where(({ and }) => and(placeOf(lease.chain)))
    .where('fence', '=', lease.fence)
    .execute();
  if (cursor.height === null || cursor.hash === null) {
    // No address of the chain was given out yet (`reserveAddress`).
    await recordBlocks(core, lease, [{ ...tip, parentHash: '', transfers: [], spends: [] }], []);
    return;
  }
  const known = { height: cursor.height, hash: cursor.hash };
  const from =
    cursor.rescan_from === null
      ? await rewind(core, lease, source, tip, known)
      : await startRescan(core, lease, { source, tip, from: cursor.rescan_from });
  const spends = knownSpends.get(lease.chain.rail) ?? new PendingSpends();
  knownSpends.set(lease.chain.rail, spends);
  const isThere = await readBlocks(core, lease, { source, tip, from, spends });
  if (!isThere) return;
  await readPending(core, lease, source, spends);
  const open = await loadOpen(core, lease);
  const reading = { lease, source, tipHeight: tip.height };
  const gone = await dropVanished(core, lease, source, {
    payments: open,
    spends,
    tipHash: tip.hash,
  });
  if (tip.height !== cursor.height || gone.length > 0 || hasNews(open, core.now())) {
    await announcePayments(core, lease.chain.brandId, open);
  }
  await settlePayments(core, reading, open);
  await settleUndone(core, reading, open);
}

/** Payments are announced for this long after they were first seen, without any new block. */
const newsMs = 10_000;

const hasNews = (open: readonly ChainPayment[], now: Date) =>
  open.some(({ seen_at }) => now.getTime() - seen_at.getTime() < newsMs);

/**
 * Chooses the first node that works, has a new block, and has all the blocks that were read.
 * @throws ChainError or ChainPaused, as the first node fails, if none does
 */
async function chooseSource(
  core: Pick<Core, 'log' | 'now'>,
  chain: WatchedChain,
  height: number | null,
): Promise<{ source: ChainSource; tip: ChainTip }> {
  let fault: ChainError | ChainPaused | null = null;
  let behind: { source: ChainSource; tip: ChainTip } | null = null;
  for (const source of chain.rail.sources) {
    try {
      const tip = await source.tip();
      requireFresh(core, chain, source, tip);
      if (height === null || tip.height >= height) return { source, tip };
      behind ??= { source, tip };
    } catch (error) {
      if (!(error instanceof ChainError || error instanceof ChainPaused)) throw error;
      const { message } = error;
      core.log.warn({ ...placeOf(chain), host: source.host, message }, 'a node fails');
      fault ??= error;
    }
  }
  // Its blocks may have been replaced by fewer: `rewind` finds out.
  if (behind !== null) return behind;
  throw fault ?? new ChainError('unavailable', 'the chain has no node');
}

/** @throws ChainPaused if a node has had no new block for too long */
function requireFresh(
  { now }: Pick<Core, 'now'>,
  { rail: { stallMs } }: WatchedChain,
  { host }: ChainSource,
  tip: ChainTip,
): void {
  if (stallMs === null || now().getTime() - tip.minedAt.getTime() <= stallMs) return;
  const detail = `the newest block of ${host} is of ${tip.minedAt.toISOString()}`;
  throw new ChainPaused('lagging', detail);
}

/**
 * Reads the blocks after `from`, range by range. Returns whether the tip was reached within the time
 * of a run.
 * @throws ChainError if the node's blocks don't follow each other
 */
async function readBlocks(
  core: Core,
  lease: Lease,
  {
    source,
    tip,
    from,
    spends,
  }: { source: ChainSource; tip: ChainTip; from: number; spends: PendingSpends },
): Promise<boolean> {
  const until = performance.now() + budgetMs;
  let previous = await hashOf(core, lease, from);
  for (let height = from; height < tip.height; ) {
    if (performance.now() > until) return false;
    const last = Math.min(height + source.batchSize, tip.height);
    const blocks = await source.blocks(height + 1, last);
    requireChain(source, blocks, { first: height + 1, last, previous });
    const placed = blocks.flatMap((block) =>
      block.transfers.map((transfer) => ({ transfer, block })),
    );
    const rows = await findPayments(core, lease.chain, placed, source.hasMoved);
    for (const block of blocks) spends.note(block.spends, new Set());
    await recordBlocks(core, lease, blocks, rows);
    height = last;
    previous = blocks.at(-1)?.hash ?? previous;
  }
  return true;
}

async function hashOf(core: Core, lease: Lease, height: number): Promise<string | null> {
  const block = await core.db
    .selectFrom('chain_blocks')
    .select('hash')
    .where(({ and }) => and(placeOf(lease.chain)))
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
  let before = previous;
  for (const [offset, { height, hash, parentHash }] of blocks.entries()) {
    // A reorganisation in the middle of a range looks the same: the next run sees which it was.
    if (height !== first + offset || (before !== null && parentHash !== before)) {
      throw new ChainError(
        'malformed',
        `block ${first + offset} of ${host} follows no known block`,
      );
    }
    before = hash;
  }
  if (blocks.length !== last - first + 1) {
    throw new ChainError('malformed', `${host} left out blocks between ${first} and ${last}`);
  }
}

/** The payments that a run decides about: few, beside any number of settled ones. */
function loadOpen(core: Core, lease: Lease): Promise<ChainPayment[]> {
  return core.db
    .selectFrom('chain_payments')
    .selectAll()
    .where(({ and }) => and(placeOf(lease.chain)))
    .where(({ or, eb }) => or([eb('status', '=', 'seen'), eb('undone_at', 'is not', null)]))
    .orderBy('seen_at')
    .orderBy('id')
    .execute();
}
