// What one deposit costs, and what operators' searches do, when there are 10⁴, 10⁵ and 10⁶ deposits in the
// table. A second server on a database that stays at 10⁴ takes turns with it: what the machine does meanwhile
// is in both.

import { checkLedger } from '@kassa/server';
import { sql } from 'kysely';
import { buildTarget, findMethod, makePlayers, type Player } from './deposits/player.ts';
import { openDatabase, type Stage, setStage, startKassa } from './deposits/stage.ts';
import { fillDeposits } from './growth/fill-deposits.ts';
import { type Side, timeDeposits } from './growth/time-deposits.ts';
import { makeOperatorKey, timeSearches } from './growth/time-searches.ts';
import { watchScans } from './growth/watch-scans.ts';
import { findFreePort } from './measuring/free-port.ts';
import { describeMachine } from './measuring/machine.ts';
import { endProcess } from './measuring/own-process.ts';
import { type Own, runBenchmark } from './measuring/run-benchmark.ts';
import { describeTimes, median } from './measuring/statistics.ts';

const [smallest, ...larger] = [10_000, 100_000, 1_000_000] as const;
const playerCount = 16;
const turns = 6;
const depositsEachTurn = 60;

interface Measured {
  size: number;
  grownMs: number[];
  ratios: number[];
  searchMs: Record<string, number>;
  scanned: string[];
}

await runBenchmark(async (own) => {
  const machine = describeMachine();
  const players = await makePlayers(playerCount);
  const stage = await setStage(own);
  const { grown, small, key } = await prepare(own, stage, players);
  const all: Measured[] = [];
  let size = 0;
  for (const next of [smallest, ...larger]) {
    if (next > smallest) await fillDeposits(stage.db, size, next);
    size = next;
    const { result, scanned } = await watchScans(stage.db, () => measure(grown, small, players));
    const searchMs = await timeSearches(stage.serverPort, key, stage.db);
    all.push({ size, ...result, searchMs, scanned });
  }
  report(machine, all);
  await proveBooks(stage);
});

/** Two servers on the same 10⁴ deposits: one database that will grow, and a copy that will not. */
async function prepare(own: Own, stage: Stage, players: Player[]) {
  const first = await own(() => startKassa(stage), endProcess);
  const [player] = players;
  if (player === undefined) throw new Error('A benchmark needs players.');
  const method = await findMethod(stage.serverPort, player);
  const grown: Side = { target: buildTarget(stage.serverPort, method), db: stage.db };
  await timeDeposits(grown, players, playerCount);
  await endProcess(first);
  await fillDeposits(stage.db, 0, smallest);
  await sql`create database small template kassa`.execute(stage.db);
  const port = await findFreePort();
  await own(() => startKassa(stage), endProcess);
  await own(() => startKassa(stage, { port, databaseUrl: stage.urlOf('small') }), endProcess);
  const small: Side = {
    target: buildTarget(port, method),
    db: await openDatabase(own, stage.urlOf('small')),
  };
  // Code is compiled, and connections are there.
  for (const side of [grown, small]) await timeDeposits(side, players, 10 * playerCount);
  return { grown, small, key: await makeOperatorKey(stage) };
}

async function measure(grown: Side, small: Side, players: Player[]) {
  const grownMs: number[] = [];
  const ratios: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const ours = await timeDeposits(grown, players, depositsEachTurn);
    const theirs = await timeDeposits(small, players, depositsEachTurn);
    grownMs.push(...ours);
    ratios.push(median(ours) / median(theirs));
  }
  return { grownMs, ratios };
}

function report(machine: string, all: Measured[]): void {
  console.log('\nGrowth: one deposit, from deposit-create to credited, beside so many others');
  console.log(`  ${machine}`);
  for (const { size, grownMs, ratios, scanned } of all) {
    const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((it) => it.toFixed(2));
    console.log(`  ${describeSize(size)}  ${describeTimes(grownMs)}`);
    console.log(
      `  ${' '.repeat(9)}  ratio ${median(ratios).toFixed(2)} (${low} to ${high}) of the same beside ` +
        `${describeSize(smallest).trim()}; read from end to end: ${scanned.join(', ') || 'no table'}`,
    );
  }
  console.log(
    `  Operators look for deposits, ms: ${all.map(({ size }) => describeSize(size)).join(' ')}`,
  );
  for (const name of Object.keys(all[0]?.searchMs ?? {})) {
    const times = all.map(({ searchMs }) => (searchMs[name] ?? 0).toFixed(1).padStart(8));
    console.log(`    ${name.padEnd(26)}${times.join('')}`);
  }
}

function describeSize(size: number): string {
  return size.toLocaleString('en').padStart(9);
}

/** What was filled in are deposits as any: the rules of the books hold for all of them. */
async function proveBooks({ db }: Stage): Promise<void> {
  const startedAt = performance.now();
  const problems = await checkLedger(db);
  if (problems.length > 0) throw new Error(`The books don't hold: ${JSON.stringify(problems)}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`  the books hold: every rule of the ledger check, in ${seconds} s`);
}
