import { setTimeout as delay } from 'node:timers/promises';
import { ChainError, type ChainSource, type ChainTip } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { ChainCursor, ChainPayment } from '../../ground/database/tables/chains.ts';
import { announcePayments } from './announce-payments.ts';
import {
  giveUpLeases,
  type Lease,
  LeaseLost,
  lockCursor,
  placeOf,
  takeLease,
  type WatchedChain,
} from './lease.ts';
import { ChainPaused, readPause, recordPause } from './pause.ts';
import { dropVanished, PendingSpends, readPending } from './pending-payments.ts';
import { beginChain, readBlocks } from './read-blocks.ts';
import { startRescan } from './rescan.ts';
import { rewind } from './rewind.ts';
import { settlePayments } from './settle-payments.ts';
import { settleUndone } from './settle-undone.ts';

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

/** How long a run of the job waits for chains that are still read. */
const runMs = 5_000;

/** The reading of chains that went on after its run, by database. */
const goingOn = new WeakMap<Core['db'], Promise<void>>();

/**
 * Reads all chains like {@link watchChains}, but waits for slow ones only a while: the next run reads
 * the others, and leaves the slow ones alone until they are done.
 */
export async function watchChainsInTurn(core: Core): Promise<void> {
  const reading = watchChains(core).catch((error: unknown) => {
    core.log.error({ error }, 'reading a chain failed; it will be read again');
  });
  const before = goingOn.get(core.db);
  goingOn.set(
    core.db,
    Promise.all([before, reading]).then(() => {}),
  );
  await Promise.race([reading, delay(runMs, undefined, { ref: false })]);
}

/** Waits for the reading that goes on, and lets another process read at once. */
export async function endWatching(core: Pick<Core, 'db'>): Promise<void> {
  await goingOn.get(core.db);
  await giveUpLeases(core);
}

/** The chains that this process reads just now, by database: no run joins another one. */
const busy = new WeakMap<Core['db'], Set<string>>();

async function watchChain(core: Core, chain: WatchedChain): Promise<void> {
  const here = busy.get(core.db) ?? new Set();
  busy.set(core.db, here);
  const key = JSON.stringify(placeOf(chain));
  if (here.has(key)) return;
  here.add(key);
  try {
    await readOnce(core, chain);
  } finally {
    here.delete(key);
  }
}

/** Reads one chain. A node's fault pauses it; any other error is thrown. */
async function readOnce(core: Core, chain: WatchedChain): Promise<void> {
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
    return beginChain(core, lease, source, tip);
  }
  const known = { height: cursor.height, hash: cursor.hash };
  const from =
    cursor.rescan_from === null
      ? await rewind(core, lease, source, tip, known)
      : await startRescan(core, lease, { source, tip, from: cursor.rescan_from });
  const spends = knownSpends.get(lease.chain.rail) ?? new PendingSpends();
  knownSpends.set(lease.chain.rail, spends);
  if (!(await readBlocks(core, lease, { source, tip, from, spends }))) return;
  await readPending(core, lease, source, spends);
  const seen = await loadOpen(core, lease);
  const open = (await takeMissingRates(core, lease, seen)) ? await loadOpen(core, lease) : seen;
  const gone = await dropVanished(core, lease, source, {
    payments: open,
    spends,
    tipHash: tip.hash,
  });
  if (tip.height !== cursor.height || gone.length > 0 || hasNews(open, core.now())) {
    await announcePayments(core, lease.chain.brandId, open);
  }
  await settlePayments(core, lease, { tipHeight: tip.height, payments: open });
  await settleUndone(core, lease, { source, tipHeight: tip.height, payments: open });
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
 * Takes the rate of payments that had none when they were seen, as soon as there is one. Returns
 * whether any was taken.
 */
async function takeMissingRates(
  core: Core,
  lease: Lease,
  payments: readonly ChainPayment[],
): Promise<boolean> {
  let isTaken = false;
  for (const { id, brand_id, coin, account_currency, rate } of payments) {
    if (rate !== null || coin === null || account_currency === null) continue;
    const found = await core.ratesOf(brand_id).rate(coin, account_currency, core.now());
    if (found === null) continue;
    isTaken = true;
    await core.db.transaction().execute(async (tx) => {
      await lockCursor(tx, lease);
      await tx
        .updateTable('chain_payments')
        .set({ rate: found.rate, rate_source: found.source })
        .where('brand_id', '=', brand_id)
        .where('id', '=', id)
        .where('rate', 'is', null)
        .execute();
    });
  }
  return isTaken;
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
