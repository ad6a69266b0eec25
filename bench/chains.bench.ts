// Measures the watcher of a chain: blocks of 3,000 payments, of which 3 go to players, beside 10³, 10⁵
// and 10⁶ addresses, and a server that has missed 10,000 blocks. A second server on a database that
// stays at 10³ addresses takes turns with the first, block by block. The benchmark fails if a block
// costs more beside more addresses, or if a statement reads a growing table from end to end
// (growth/watch-scans.ts).

import { startChainLoad } from '@kassa/server/testing';
import { sql } from 'kysely';
import { catchUp } from './chains/catch-up.ts';
import { fillAddresses, pickOpen } from './chains/fill-addresses.ts';
import { GeneratedChain, makeContent } from './chains/generated-chain.ts';
import {
  type BlockTimes,
  readBlock,
  reorganise,
  requirePayments,
  type Side,
  watchedEach,
} from './chains/read-blocks.ts';
import { openDatabase, type Stage, setStage, startKassa, writeBrand } from './deposits/stage.ts';
import { watchScans } from './growth/watch-scans.ts';
import { countStatements } from './measuring/count-statements.ts';
import { findFreePort } from './measuring/free-port.ts';
import { describeMachine } from './measuring/machine.ts';
import { endProcess } from './measuring/own-process.ts';
import { defineBenchmark, type Own } from './measuring/run-benchmark.ts';
import { describeTimes, median } from './measuring/statistics.ts';

const smallest = 1000;
/** More than confirm a payment, so that each measured block confirms one. */
const warmUpCount = 10;
const missedPayments = 50;
/** One missed block in so many pays a player. */
const paidEach = 10;

interface Size {
  /** The numbers of addresses beside which the first server is measured. */
  measured: number[];
  blockCount: number;
  reorganisationCount: number;
  /** The blocks that the server catches up with. */
  missedCount: number;
  /** The highest ratio of a block's time to that beside the smallest number of addresses. */
  mostRatio: number;
  /** The same of a search. */
  mostSearchRatio: number;
}

export default defineBenchmark<Size>({
  whole: {
    measured: [smallest, 100_000, 1_000_000],
    blockCount: 40,
    reorganisationCount: 6,
    missedCount: 10_000,
    mostRatio: 2,
    // An index of 10⁶ rows is twice as deep as one of 10³: 20 comparisons, not 10.
    mostSearchRatio: 3,
  },
  short: {
    // The tables of addresses and their payments are large enough to be watched.
    measured: [40_000],
    blockCount: 1,
    reorganisationCount: 1,
    missedCount: 100,
    mostRatio: Number.POSITIVE_INFINITY,
    mostSearchRatio: Number.POSITIVE_INFINITY,
  },
  measure,
});

async function measure(own: Own, size: Size): Promise<void> {
  const machine = describeMachine();
  const stage = await setStage(own);
  const rates = { kind: 'static', base: 'EUR', table: { BTC: '0.00001' } };
  await writeBrand(stage.folder, stage.providerPort, { rates });
  // Migrates the database.
  await endProcess(await startKassa(stage));
  await fillAddresses(stage.db, 0, smallest);
  await sql`create database small template kassa`.execute(stage.db);
  const grown = await startSide(own, stage, 'kassa');
  const small = await startSide(own, stage, 'small');
  console.log(
    '\nChains: a block of 3,000 payments, 3 of them to players, beside this many addresses',
  );
  console.log(`  ${machine}`);
  const problems: string[] = [];
  for (const count of size.measured) {
    if (count > grown.size) await fillAddresses(stage.db, grown.size, count);
    grown.size = count;
    problems.push(...(await compare(grown, small, size)));
  }
  await reportStatements(grown);
  problems.push(...(await measureCatchUp(grown, size)));
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

async function startSide(own: Own, stage: Stage, database: string): Promise<Side> {
  const contents: Side['contents'] = new Map();
  const chain = new GeneratedChain(
    (height) => contents.get(height) ?? { transfers: [], spends: [] },
  );
  const load = await startLoad(own, stage, database, chain);
  const db = await openDatabase(own, stage.urlOf(database));
  // The watcher begins with the newest block.
  await load.read();
  return { load, db, chain, contents, size: smallest, paid: 0 };
}

function startLoad(own: Own, stage: Stage, database: string, chain: GeneratedChain) {
  return own(
    async () =>
      startChainLoad(
        {
          PORT: String(await findFreePort()),
          DATABASE_URL: stage.urlOf(database),
          KASSA_DATA: stage.folder,
          KASSA_CONFIG: stage.folder,
        },
        chain,
      ),
    ({ stop }) => stop(),
  );
}

/** Compares both sides at the present size. Returns what is wrong. */
async function compare(
  grown: Side,
  small: Side,
  { blockCount, reorganisationCount, mostRatio, mostSearchRatio }: Size,
): Promise<string[]> {
  for (let nth = 0; nth < warmUpCount; nth += 1) {
    for (const side of [grown, small]) await readBlock(side);
  }
  const times = new Map<Side, BlockTimes[]>([grown, small].map((side) => [side, []]));
  const reorganised = new Map<Side, number[]>([grown, small].map((side) => [side, []]));
  const { scanned } = await watchScans(grown.db, async () => {
    for (let nth = 0; nth < blockCount + reorganisationCount; nth += 1) {
      // The first of a turn finds the machine as the second of the last one left it.
      const sides = nth % 2 === 0 ? [grown, small] : [small, grown];
      for (const side of sides) {
        if (nth < blockCount) times.get(side)?.push(await readBlock(side));
        else reorganised.get(side)?.push(await reorganise(side));
      }
    }
  });
  for (const side of [grown, small]) await requirePayments(side);
  const of = (side: Side, part: keyof BlockTimes) =>
    (times.get(side) ?? []).map((block) => block[part]);
  const size = grown.size.toLocaleString('en').padStart(9);
  const block = report(`${size} a block          `, of(grown, 'run'), of(small, 'run'));
  const search = report('          its search       ', of(grown, 'search'), of(small, 'search'));
  report('          a reorganisation ', reorganised.get(grown) ?? [], reorganised.get(small) ?? []);
  console.log(`            read from end to end: ${scanned.join(', ') || 'no table'}`);
  return [
    ...(block > mostRatio || search > mostSearchRatio
      ? [`Beside ${size}, a ratio is too high.`]
      : []),
    ...(scanned.length > 0 ? [`Beside ${size}, statements read ${scanned.join(', ')}.`] : []),
  ];
}

function report(name: string, grown: number[], small: number[]): number {
  const ratio = median(grown) / median(small);
  console.log(`  ${name} ${describeTimes(grown)}; ratio ${ratio.toFixed(2)}`);
  return ratio;
}

/** Counts the statements of a payment to a player, from its block to credited, besides those of the block. */
async function reportStatements(side: Side): Promise<void> {
  const count = (payments: number) =>
    countStatements(side.db, async () => {
      for (let nth = 0; nth < warmUpCount; nth += 1) await readBlock(side, payments);
      return warmUpCount;
    });
  const paying = await count(watchedEach);
  // Confirms the payments of the blocks before.
  await count(0);
  const empty = await count(0);
  const each = (paying - empty) / watchedEach;
  console.log(
    `  ${each.toFixed(1)} statements per payment to a player; ${empty.toFixed(1)} per block besides`,
  );
}

/** Lets the watcher catch up beside all addresses. Returns what is wrong. */
async function measureCatchUp(
  { load, db, chain, contents, size }: Side,
  { missedCount }: Size,
): Promise<string[]> {
  contents.clear();
  let paid = 0;
  chain.contentOf = (height) => {
    const watched = height % paidEach === 0 ? [pickOpen(size, 1000 + paid)] : [];
    paid += watched.length;
    return makeContent(missedPayments, watched);
  };
  const { result, scanned } = await watchScans(db, () => catchUp(load, chain, missedCount));
  const { readMs, creditMs, start, peak, end } = result;
  const perSecond = (count: number, ms: number) => (count / (ms / 1000)).toFixed(0);
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;
  console.log(
    `  catching up: ${missedCount} blocks of ${missedPayments} payments in ` +
      `${(readMs / 1000).toFixed(1)} s, ${perSecond(missedCount, readMs)} a second; ` +
      `then ${paid} credits, ${perSecond(paid, creditMs)} a second`,
  );
  for (const [name, part] of [
    ['objects', 'heap'],
    ['resident', 'resident'],
  ] as const) {
    const [before, most, after] = [start, peak, end].map((memory) => megabytes(memory[part]));
    console.log(`    ${name.padEnd(8)} ${before} at first, ${most} at most, ${after} at the end`);
  }
  console.log(`    read from end to end: ${scanned.join(', ') || 'no table'}`);
  return scanned.length > 0 ? [`Catching up, statements read ${scanned.join(', ')}.`] : [];
}
