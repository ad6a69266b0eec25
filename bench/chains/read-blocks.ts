import type { ChainLoad } from '@kassa/server/testing';
import type { Db } from '../deposits/wait-for-credited.ts';
import { median } from '../measuring/statistics.ts';
import { pickOpen } from './fill-addresses.ts';
import {
  type BlockContent,
  firstHeight,
  type GeneratedChain,
  makeContent,
} from './generated-chain.ts';

const paymentsEach = 3000;
export const watchedEach = 3;
/** The searches of one block are short; their median counts. */
const searchesEach = 3;
/** A reorganisation asks for a few blocks again. */
const keptContents = 5;

/** A server that watches a chain of its own, beside the addresses of its database. */
export interface Side {
  load: ChainLoad;
  db: Db;
  chain: GeneratedChain;
  /** What is in the blocks of the chain, by height. */
  contents: Map<number, BlockContent>;
  /** The number of addresses. */
  size: number;
  /** The number of payments so far that went to one of them. */
  paid: number;
}

/** The durations of one block, in milliseconds. */
export interface BlockTimes {
  /** A run of the watcher: it reads and writes the block, and credits what the block confirms. */
  run: number;
  /** The search for players' addresses among the block's recipients, which is a part of it. */
  search: number;
}

/**
 * Mines a block and lets the watcher read it. It spends the payments of the block before.
 * @param count - how many of its payments are to players
 */
export async function readBlock(side: Side, count = watchedEach): Promise<BlockTimes> {
  const { load, chain, contents } = side;
  const watched = Array.from({ length: count }, (_, nth) => pickOpen(side.size, side.paid + nth));
  side.paid += count;
  const before = contents.get(chain.height)?.transfers ?? [];
  const content = makeContent(paymentsEach, watched, before);
  contents.set(chain.height + 1, content);
  contents.delete(chain.height - keptContents);
  chain.height += 1;
  const run = await time(load.read);
  if (chain.lastRead.height < chain.height) throw new Error('The watcher has paused.');
  const searches: number[] = [];
  for (let nth = 0; nth < searchesEach; nth += 1) searches.push(await search(side, watched));
  return { run, search: median(searches) };
}

/** Searches for players' addresses among other recipients, whose places in the index weren't just read. */
async function search({ load }: Side, watched: readonly number[]): Promise<number> {
  const { transfers } = makeContent(paymentsEach, watched);
  let found = 0;
  const duration = await time(async () => {
    found = await load.find(transfers);
  });
  if (found !== watched.length) {
    throw new Error(`${found} of ${watched.length} addresses were found.`);
  }
  return duration;
}

/** Replaces the two newest blocks, and lets the watcher follow. Returns the milliseconds. */
export async function reorganise({ load, chain, contents }: Side): Promise<number> {
  contents.set(chain.height + 1, makeContent(paymentsEach, []));
  chain.reorganise(2);
  return time(load.read);
}

/** Requires the watcher to have recorded each payment, and credited those that are confirmed. */
export async function requirePayments({ db, chain, paid }: Side): Promise<void> {
  const rows = await db
    .selectFrom('chain_payments')
    .select(['height', 'status'])
    .where('height', '>', firstHeight)
    .execute();
  const credited = rows.filter(({ status }) => status === 'settled').length;
  const confirmed = rows.filter(({ height }) => (height ?? 0) <= chain.height - 10).length;
  if (rows.length === paid && credited >= confirmed) return;
  throw new Error(`Of ${paid} payments, ${rows.length} were seen and ${credited} credited.`);
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
