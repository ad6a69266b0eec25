// Deposits per second, from deposit-create to credited, over HTTP: Kassa's server against a bare
// Fastify handler with the same statements on the same PostgreSQL. Both run throughout and take
// turns. BENCH_AGAINST names a second checkout, whose server then takes its turn too.
import path from 'node:path';
import { checkLedger } from '@kassa/server';
import { sql } from 'kysely';
import {
  comparePool,
  countStranded,
  crowd,
  fillPool,
  type PoolComparison,
  poolBrand,
  requisiteCount,
  writePoolBrand,
} from './deposits/compare-pool.ts';
import { buildTarget, findMethod, makePlayers, type Player } from './deposits/player.ts';
import { recordDeposit } from './deposits/record-deposit.ts';
import type { Recording } from './deposits/recorded-statements.ts';
import { type Round, runRound } from './deposits/run-round.ts';
import { openDatabase, type Stage, setStage, startBare, startKassa } from './deposits/stage.ts';
import type { Db } from './deposits/wait-for-credited.ts';
import { describeMachine } from './measuring/machine.ts';
import { endProcess } from './measuring/own-process.ts';
import { type Own, runBenchmark } from './measuring/run-benchmark.ts';
import { describeTimes, median } from './measuring/statistics.ts';

const playerCount = 16;
const warmUpMs = 6_000;
const roundMs = 3_000;
const rounds = 9;
const against = process.env.BENCH_AGAINST || null;

await runBenchmark(async (own) => {
  const machine = describeMachine();
  const players = await makePlayers(playerCount);
  const stage = await setStage(own);
  const { method, recording } = await prepare(own, stage, players);
  const runOther =
    against === null ? null : await prepareOther(own, path.resolve(against), players);
  const barePort = await startBare(own, stage, recording);
  await writePoolBrand(stage, method);
  await fillPool(stage, method);
  await own(() => startKassa(stage), endProcess);
  const bareDb = await openDatabase(own, stage.urlOf('bare'));
  const [kassa, bare] = [stage.serverPort, barePort].map((port) => buildTarget(port, method));
  if (kassa === undefined || bare === undefined) return;

  const runKassa = (forMs: number) => runRound(kassa, stage.db, players, forMs);
  const runBare = (forMs: number) => runRound(bare, bareDb, players, forMs);
  await runKassa(warmUpMs);
  await runBare(warmUpMs);
  await runOther?.(warmUpMs);
  const pairs: [Round, Round][] = [];
  const others: [Round, Round][] = [];
  while (pairs.length < rounds) {
    const round = await runKassa(roundMs);
    pairs.push([round, await runBare(roundMs)]);
    if (runOther !== null) others.push([round, await runOther(roundMs)]);
  }
  report(machine, pairs, recording);
  if (others.length > 0) reportOther(others);
  await measurePool(stage, method);
  await checkLedgers(stage.db, bareDb);
});

/**
 * Lets a first server create the players' rows and accounts, and records the database statements of
 * one more deposit. That server is stopped afterwards, so that its database can be copied.
 */
async function prepare(own: Own, stage: Stage, players: Player[]) {
  await sql`alter database kassa set log_statement = 'all'`.execute(stage.db);
  const { server, target, player } = await startWithPlayers(own, stage, players);
  const recording = await recordDeposit(target, stage.db, player, stage.postgresLog);
  await endProcess(server);
  await sql`alter database kassa reset log_statement`.execute(stage.db);
  return { method: target.method, recording };
}

/** Starts the server of another checkout, on a database of its own. */
async function prepareOther(own: Own, checkout: string, players: Player[]) {
  const stage = await setStage(own, checkout);
  const { target } = await startWithPlayers(own, stage, players);
  return (forMs: number) => runRound(target, stage.db, players, forMs);
}

/** Starts a server and lets each player deposit once. */
async function startWithPlayers(own: Own, stage: Stage, players: Player[]) {
  const [player] = players;
  if (player === undefined) throw new Error('A benchmark needs players.');
  const server = await own(() => startKassa(stage), endProcess);
  const target = buildTarget(stage.serverPort, await findMethod(stage.serverPort, player));
  for (const each of players) await runRound(target, stage.db, [each], 0);
  return { server, target, player };
}

function report(machine: string, pairs: [Round, Round][], { create, notify }: Recording): void {
  const [kassa, bare] = [pairs.map(([round]) => round), pairs.map(([, round]) => round)];
  const units = [...create, ...notify];
  const statementCount = units.reduce((sum, { statements }) => sum + statements.length, 0);
  const transactionCount = units.filter(({ isTransaction }) => isTransaction).length;
  console.log('\nDeposits: deposit-create + provider webhook → credited, over HTTP');
  console.log(`  ${machine}`);
  console.log(`  ${playerCount} players at once; ${rounds} rounds of ${roundMs / 1000} s in turns`);
  console.log(
    `  ${statementCount} statements per deposit, in ${transactionCount} transactions and outside`,
  );
  console.log(`  Kassa  ${describeRounds(kassa)}`);
  console.log(`  bare   ${describeRounds(bare)}`);
  console.log(`  ratio  ${describeRatios(pairs)} of the bare handler's deposits per second`);
}

function reportOther(pairs: [Round, Round][]): void {
  console.log(`  other  ${describeRounds(pairs.map(([, round]) => round))}`);
  console.log(`  ratio  ${describeRatios(pairs)} of the other checkout's deposits per second`);
}

/** Compares creations at a pool of the operator's own accounts with those at the provider. */
async function measurePool({ serverPort, db }: Stage, method: string): Promise<void> {
  const compared = await comparePool(
    {
      target: buildTarget(serverPort, method, poolBrand),
      players: await makePlayers(crowd, poolBrand),
    },
    { target: buildTarget(serverPort, method), players: await makePlayers(crowd) },
  );
  reportPool(compared);
  const stranded = await countStranded(db);
  if (stranded > 0) throw new Error(`${stranded} requisites are reserved for deposits that ended.`);
}

function reportPool({ pool, plain, ratios }: PoolComparison): void {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  console.log(
    `\nPool: deposit-create at ${requisiteCount} accounts of the operator, ${crowd} players at once`,
  );
  console.log(`  pool   ${describeTimes(pool)}`);
  console.log(`  plain  ${describeTimes(plain)}`);
  console.log(
    `  ratio  ${median(ratios).toFixed(2)} of the median time (${least.toFixed(2)} to ${most.toFixed(2)} over the rounds)`,
  );
}

function describeRatios(pairs: [Round, Round][]): string {
  const ratios = pairs.map(([ours, theirs]) => ours.depositsPerSecond / theirs.depositsPerSecond);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)} over the rounds)`;
}

function describeRounds(all: Round[]): string {
  const perSecond = median(all.map(({ depositsPerSecond }) => depositsPerSecond));
  const times = describeTimes(all.flatMap((round) => round.createMs));
  return `${perSecond.toFixed(0).padStart(5)} deposits/s   deposit-create ${times}`;
}

/** Checks that the ledger holds on both sides; otherwise the bare handler did other work. */
async function checkLedgers(kassa: Db, bare: Db): Promise<void> {
  for (const [name, db] of [
    ["Kassa's", kassa],
    ["the bare handler's", bare],
  ] as const) {
    const problems = await checkLedger(db);
    if (problems.length > 0) {
      throw new Error(
        `The ledger check of ${name} database failed, money is lost or doubled: ${JSON.stringify(problems)}`,
      );
    }
    console.log(`  ${name} ledger holds: every rule of the ledger check`);
  }
}
