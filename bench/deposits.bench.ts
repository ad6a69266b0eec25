// Deposits per second, from deposit-create to credited, over HTTP: Kassa's server against a bare
// Fastify handler with the same statements, and a minimal one with the least that a cashier must write,
// on the same PostgreSQL. All run throughout and take turns. BENCH_AGAINST names a second checkout, whose
// server then takes its turn too.
import path from 'node:path';
import { checkLedger } from '@kassa/server';
import { sql } from 'kysely';
import {
  comparePool,
  countCreations,
  countStranded,
  crowd,
  fillPool,
  type PoolComparison,
  type PoolSize,
  poolBrand,
  requisiteCount,
  writePoolBrand,
} from './deposits/compare-pool.ts';
import { buildTarget, findMethod, makePlayers, type Player } from './deposits/player.ts';
import { recordDeposit } from './deposits/record-deposit.ts';
import type { Recording } from './deposits/recorded-statements.ts';
import {
  measureRound,
  type ProcessorTime,
  type Round,
  runRound,
  type Side,
} from './deposits/run-round.ts';
import {
  openDatabase,
  type Stage,
  setStage,
  startBare,
  startKassa,
  startMinimal,
} from './deposits/stage.ts';
import type { Db } from './deposits/wait-for-credited.ts';
import { describeMachine } from './measuring/machine.ts';
import { endProcess } from './measuring/own-process.ts';
import { defineBenchmark, type Own } from './measuring/run-benchmark.ts';
import { describeTimes, median } from './measuring/statistics.ts';

const playerCount = 16;
const against = process.env.BENCH_AGAINST || null;
/** What the other sides are called. */
const anchors: Record<string, string> = {
  bare: "the bare handler's",
  minimal: "the minimal handler's",
  other: "the other checkout's",
};

interface Size {
  warmUpMs: number;
  /** In 0 ms each player makes one deposit. */
  roundMs: number;
  rounds: number;
  pool: PoolSize;
}

export default defineBenchmark<Size>({
  whole: {
    warmUpMs: 6_000,
    roundMs: 3_000,
    rounds: 9,
    pool: { warmUpMs: 4_000, roundMs: 3_000, rounds: 7 },
  },
  short: { warmUpMs: 0, roundMs: 0, rounds: 1, pool: { warmUpMs: 0, roundMs: 0, rounds: 1 } },
  measure,
});

async function measure(own: Own, size: Size): Promise<void> {
  const machine = describeMachine();
  const players = await makePlayers(playerCount);
  const stage = await setStage(own);
  const { method, recording } = await prepare(own, stage, players);
  const sides: Record<string, Side> = {};
  if (against !== null) sides.other = await prepareOther(own, path.resolve(against), players);
  const started = {
    bare: await startBare(own, stage, recording),
    minimal: await startMinimal(own, stage),
  };
  await writePoolBrand(stage, method);
  await fillPool(stage, method);
  const server = await own(() => startKassa(stage), endProcess);
  const kassa = { target: buildTarget(stage.serverPort, method), db: stage.db, process: server };
  for (const [name, { port, process }] of Object.entries(started)) {
    const db = await openDatabase(own, stage.urlOf(name));
    sides[name] = { target: buildTarget(port, method), db, process };
  }

  for (const side of [kassa, ...Object.values(sides)]) {
    await runRound(side.target, side.db, players, size.warmUpMs);
  }
  const turns: Turn[] = [];
  while (turns.length < size.rounds) {
    const turn: Turn = { kassa: await measureRound(kassa, players, size.roundMs) };
    for (const [name, side] of Object.entries(sides)) {
      turn[name] = await measureRound(side, players, size.roundMs);
    }
    turns.push(turn);
  }
  report(machine, size, turns, recording);
  await measurePool(stage, method, size.pool);
  await checkLedgers(stage.db, sides.bare?.db);
}

/** A round of each side, by its name. */
type Turn = Record<string, Round & { processor: ProcessorTime }>;

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
async function prepareOther(own: Own, checkout: string, players: Player[]): Promise<Side> {
  const stage = await setStage(own, checkout);
  const { server, target } = await startWithPlayers(own, stage, players);
  return { target, db: stage.db, process: server };
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

function report(
  machine: string,
  { rounds, roundMs }: Size,
  turns: Turn[],
  { create, notify }: Recording,
): void {
  const units = [...create, ...notify];
  const statementCount = units.reduce((sum, { statements }) => sum + statements.length, 0);
  const transactionCount = units.filter(({ isTransaction }) => isTransaction).length;
  const names = Object.keys(turns[0] ?? {});
  const of = (name: string) => turns.flatMap((turn) => turn[name] ?? []);
  console.log('\nDeposits: deposit-create + provider webhook → credited, over HTTP');
  console.log(`  ${machine}`);
  console.log(`  ${playerCount} players at once; ${rounds} rounds of ${roundMs / 1000} s in turns`);
  console.log(
    `  ${statementCount} statements per deposit, in ${transactionCount} transactions and outside`,
  );
  for (const name of names) console.log(`  ${name.padEnd(7)} ${describeRounds(of(name))}`);
  for (const name of names) {
    const ratios = turns.map(({ kassa, [name]: side }) =>
      kassa && side ? kassa.depositsPerSecond / side.depositsPerSecond : Number.NaN,
    );
    if (name in anchors) {
      console.log(`  ratio   ${describeRatios(ratios)} of ${anchors[name]} deposits per second`);
    }
  }
  console.log('  Processor time of a deposit, ms');
  for (const name of names) console.log(`    ${name.padEnd(7)} ${describeProcessor(of(name))}`);
}

function describeProcessor(all: { processor: ProcessorTime }[]): string {
  const of = (part: keyof ProcessorTime) => {
    const known = all.flatMap(({ processor }) => processor[part] ?? []);
    return known.length === 0 ? 'unknown' : median(known).toFixed(2);
  };
  return `Node ${of('server')}, PostgreSQL ${of('postgres')}`;
}

/** Compares creations at a pool of the operator's own accounts with those at the provider. */
async function measurePool(
  { serverPort, db }: Stage,
  method: string,
  size: PoolSize,
): Promise<void> {
  const pool = {
    target: buildTarget(serverPort, method, poolBrand),
    players: await makePlayers(crowd, poolBrand),
  };
  const plain = { target: buildTarget(serverPort, method), players: await makePlayers(crowd) };
  reportPool(await comparePool(pool, plain, size));
  const statements = await countCreations(db, pool, size);
  console.log(`  ${statements.toFixed(1)} statements per creation and cancellation at the pool`);
  const stranded = await countStranded(db);
  if (stranded > 0) throw new Error(`${stranded} requisites are reserved for deposits that ended.`);
}

function reportPool({ pool, plain, ratios, perSecond }: PoolComparison): void {
  console.log(
    `\nPool: deposit-create at ${requisiteCount} accounts of the operator, ${crowd} players at once`,
  );
  console.log(
    `  pool   ${describeTimes(pool)}; ${perSecond.toFixed(0)} created and canceled a second`,
  );
  console.log(`  plain  ${describeTimes(plain)}`);
  console.log(`  ratio  ${describeRatios(ratios)} of the median time`);
}

function describeRatios(ratios: number[]): string {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)} over the rounds)`;
}

function describeRounds(all: Round[]): string {
  const perSecond = median(all.map(({ depositsPerSecond }) => depositsPerSecond));
  const times = describeTimes(all.flatMap((round) => round.createMs));
  return `${perSecond.toFixed(0).padStart(5)} deposits/s   deposit-create ${times}`;
}

/** Checks that the ledger holds on both sides; otherwise the bare handler did other work. */
async function checkLedgers(kassa: Db, bare: Db | undefined): Promise<void> {
  for (const [name, db] of [
    ["Kassa's", kassa],
    ["the bare handler's", bare],
  ] as const) {
    const problems = db === undefined ? [] : await checkLedger(db);
    if (problems.length > 0) {
      throw new Error(
        `The ledger check of ${name} database failed, money is lost or doubled: ${JSON.stringify(problems)}`,
      );
    }
    console.log(`  ${name} ledger holds: every rule of the ledger check`);
  }
}
