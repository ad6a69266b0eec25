// Withdrawals per second, from withdrawal-create through the payout to paid, over HTTP, beside the
// deposits of the same minutes; and the same beside 10⁴, 10⁵ and 10⁶ withdrawals. A second server on
// a database that stays at 10⁴ alternates with the first. The benchmark fails if a statement reads a
// growing table from end to end (growth/watch-scans.ts).

import { checkLedger } from '@kassa/server';
import { sql } from 'kysely';
import { buildTarget, findMethod, makePlayers, type Player } from './deposits/player.ts';
import { type Round, runRound } from './deposits/run-round.ts';
import { openDatabase, type Stage, setStage, startKassa } from './deposits/stage.ts';
import { fillDeposits } from './growth/fill-deposits.ts';
import type { Side } from './growth/time-deposits.ts';
import { watchScans } from './growth/watch-scans.ts';
import { countStatements } from './measuring/count-statements.ts';
import { findFreePort } from './measuring/free-port.ts';
import { describeMachine } from './measuring/machine.ts';
import { endProcess } from './measuring/own-process.ts';
import { defineBenchmark, type Own } from './measuring/run-benchmark.ts';
import { describeTimes, median } from './measuring/statistics.ts';
import { fillWithdrawals } from './withdrawals/fill-withdrawals.ts';
import { writePayoutBrand } from './withdrawals/payout-brand.ts';
import { type Payouts, runPayouts } from './withdrawals/run-payouts.ts';

const playerCount = 16;

interface Size {
  /** The withdrawals that both servers begin with, and the second one stays with. */
  smallest: number;
  /** The numbers of withdrawals beside which the first server is measured. */
  measured: number[];
  turns: number;
  /** Withdrawals of each player in one turn. */
  each: number;
  /** In 0 ms each player makes one deposit. */
  depositMs: number;
}

interface Setup {
  stage: Stage;
  grown: Side;
  small: Side;
  players: Player[];
}

export default defineBenchmark<Size>({
  whole: {
    smallest: 10_000,
    measured: [10_000, 100_000, 1_000_000],
    turns: 5,
    each: 8,
    depositMs: 3_000,
  },
  // The table of withdrawals is large enough to be watched.
  short: { smallest: 2_000, measured: [40_000], turns: 1, each: 1, depositMs: 0 },
  measure,
});

async function measure(own: Own, size: Size): Promise<void> {
  const machine = describeMachine();
  const setup = await prepare(own, await setStage(own), size);
  const { stage } = setup;
  console.log('\nWithdrawals: withdrawal-create → payout → the provider’s notification → paid');
  console.log(`  ${machine}`);
  console.log(
    `  ${playerCount} players at once, ${size.each} withdrawals each, ${size.turns} turns`,
  );
  let count = size.smallest;
  for (const next of size.measured) {
    if (next > count) await fill(stage, count, next);
    count = next;
    const { result, scanned } = await watchScans(stage.db, () => compare(setup, size));
    report(count, size, result);
    if (scanned.length === 0) continue;
    const tables = scanned.join(', ');
    throw new Error(
      `With ${count} withdrawals, statements read tables from end to end: ${tables}.`,
    );
  }
  await reportStatements(setup, size);
  await checkBooks(stage);
}

/** Starts two servers beside the same withdrawals: on a database that grows, and on a copy of it. */
async function prepare(own: Own, stage: Stage, size: Size): Promise<Setup> {
  await writePayoutBrand(own, stage);
  const players = await makePlayers(playerCount);
  const first = await own(() => startKassa(stage), endProcess);
  const [player] = players;
  if (player === undefined) throw new Error('A benchmark needs players.');
  const method = await findMethod(stage.serverPort, player);
  // Players, their accounts and those of the house exist before the database is filled.
  const grown: Side = { target: buildTarget(stage.serverPort, method), db: stage.db };
  await runRound(grown.target, grown.db, players, 0);
  await runPayouts(grown.target, grown.db, players, 1);
  await endProcess(first);
  await fill(stage, 0, size.smallest);
  await sql`create database small template kassa`.execute(stage.db);
  const port = await findFreePort();
  await own(() => startKassa(stage), endProcess);
  await own(() => startKassa(stage, { port, databaseUrl: stage.urlOf('small') }), endProcess);
  const db = await openDatabase(own, stage.urlOf('small'));
  const small: Side = { target: buildTarget(port, method), db };
  // Warms up both servers.
  for (const side of [grown, small]) await runTurn(side, players, size);
  return { stage, grown, small, players };
}

/** Each paid withdrawal needs a part of a deposit's credit. */
async function fill({ db }: Stage, from: number, to: number): Promise<void> {
  await fillDeposits(db, from, to);
  await fillWithdrawals(db, from, to);
}

interface Turn {
  deposits: Round;
  payouts: Payouts;
}

/** The deposits pay for the withdrawals after them. */
async function runTurn(
  { target, db }: Side,
  players: Player[],
  { depositMs, each }: Size,
): Promise<Turn> {
  const deposits = await runRound(target, db, players, depositMs);
  return { deposits, payouts: await runPayouts(target, db, players, each) };
}

async function compare({ grown, small, players }: Setup, size: Size): Promise<[Turn, Turn][]> {
  const pairs: [Turn, Turn][] = [];
  while (pairs.length < size.turns) {
    const turn = await runTurn(grown, players, size);
    pairs.push([turn, await runTurn(small, players, size)]);
  }
  return pairs;
}

/** Creating and paying, without the pause between them. */
function busyMs({ payouts }: Turn): number {
  return payouts.creatingMs + payouts.payingMs;
}

function perSecond(turn: Turn): number {
  return (turn.payouts.createMs.length / busyMs(turn)) * 1000;
}

function report(count: number, { smallest }: Size, pairs: [Turn, Turn][]): void {
  const turnsOf = pairs.map(([turn]) => turn);
  const withdrawals = median(turnsOf.map(perSecond));
  const deposits = median(turnsOf.map((turn) => turn.deposits.depositsPerSecond));
  const besides = turnsOf.map((turn) => perSecond(turn) / turn.deposits.depositsPerSecond);
  const ratios = pairs.map(([ours, theirs]) => busyMs(ours) / busyMs(theirs));
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((it) => it.toFixed(2));
  const times = describeTimes(turnsOf.flatMap(({ payouts }) => payouts.createMs));
  console.log(
    `  ${count.toLocaleString('en').padStart(9)}  ${withdrawals.toFixed(0)} withdrawals/s beside ` +
      `${deposits.toFixed(0)} deposits/s, ratio ${median(besides).toFixed(2)}; withdrawal-create ${times}`,
  );
  console.log(
    `  ${' '.repeat(9)}  ratio ${median(ratios).toFixed(2)} (${low} to ${high}) of the time beside ` +
      `${smallest.toLocaleString('en')}`,
  );
}

/** Counts the statements of a withdrawal, from its creation to paid, and of a deposit. */
async function reportStatements(
  { grown: { target, db }, players }: Setup,
  { depositMs, each }: Size,
): Promise<void> {
  const deposit = await countStatements(db, async () => {
    return (await runRound(target, db, players, depositMs)).createMs.length;
  });
  const withdrawal = await countStatements(db, async () => {
    return (await runPayouts(target, db, players, each)).createMs.length;
  });
  console.log(
    `  ${withdrawal.toFixed(1)} statements per withdrawal, ${deposit.toFixed(1)} per deposit, those of jobs included`,
  );
}

/** Checks the ledger: its rules also hold for what was filled in. */
async function checkBooks({ db }: Stage): Promise<void> {
  const problems = await checkLedger(db);
  if (problems.length === 0) {
    console.log('  the ledger holds: every rule of the ledger check');
    return;
  }
  const first = JSON.stringify(problems.slice(0, 5));
  throw new Error(`The ledger check failed ${problems.length} times, first: ${first}`);
}
