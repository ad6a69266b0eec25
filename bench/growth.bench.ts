// Measures deposits and everything else that reads the tables beside 10⁴, 10⁵ and 10⁶ deposits:
// credits by an operator's wallet, coin packages, chargebacks, a settlement file with its fees,
// retention, and operators' searches. A second server on a database that stays at 10⁴ alternates with the first,
// so that both meet the same load of the machine. The benchmark fails if a statement reads a
// growing table from end to end (growth/watch-scans.ts).

import { checkLedger } from '@kassa/server';
import { sql } from 'kysely';
import { buildTarget, findMethod, makePlayers, type Player } from './deposits/player.ts';
import { closeProviderStub } from './deposits/provider-stub.ts';
import { openDatabase, type Stage, setStage, startKassa, writeBrand } from './deposits/stage.ts';
import { fillDeposits, walletBrand } from './growth/fill-deposits.ts';
import { makeOperatorKey, type OperatorClient, openOperatorApi } from './growth/operator.ts';
import { type Side, timeDeposits } from './growth/time-deposits.ts';
import {
  fillStock,
  makeSweepstakePlayers,
  sweepstakeBrand,
  timePackages,
  writeSweepstake,
} from './growth/time-packages.ts';
import {
  timeChargebacks,
  timeHourlyJobs,
  timeSettlement,
  writeDayFile,
} from './growth/time-processing.ts';
import { describeSearches, timeSearches } from './growth/time-searches.ts';
import { startWalletStub, walletSecret } from './growth/wallet-stub.ts';
import { watchScans } from './growth/watch-scans.ts';
import { findFreePort } from './measuring/free-port.ts';
import { describeMachine } from './measuring/machine.ts';
import { endProcess } from './measuring/own-process.ts';
import { defineBenchmark, type Own } from './measuring/run-benchmark.ts';
import { describeTimes, median } from './measuring/statistics.ts';

const playerCount = 16;
/** The shortest allowed retention in days, so that the job has work. */
const retention = {
  redirects: 7,
  notificationBodies: 7,
  webhookDeliveries: 7,
  paymentSessions: 7,
  walletRefusals: 7,
};

interface Size {
  /** The deposits that both servers begin with, and the second one stays with. */
  smallest: number;
  /** The numbers of deposits beside which the first server is measured. */
  measured: number[];
  warmUpDeposits: number;
  turns: number;
  depositsEachTurn: number;
  /** Deposits of the operator's wallet, and chargebacks of each kind, for one number. */
  otherCount: number;
}

interface Setup {
  stage: Stage;
  grown: Side;
  small: Side;
  /** The brand with the operator's own wallet, on the growing database. */
  withWallet: Side;
  players: Player[];
  walletPlayers: Player[];
  /** The brand with coin packages, on the growing database. */
  withPackages: Side;
  coinPlayers: Player[];
  operator: OperatorClient;
}

interface Measured {
  count: number;
  grownMs: number[];
  ratios: number[];
  /** The medians of everything else, by name, in milliseconds. */
  others: Record<string, number>;
  /** The tables that a statement read from end to end. */
  scanned: string[];
}

export default defineBenchmark<Size>({
  whole: {
    smallest: 10_000,
    measured: [10_000, 100_000, 1_000_000],
    warmUpDeposits: 10 * playerCount,
    turns: 6,
    depositsEachTurn: 60,
    otherCount: 20,
  },
  short: {
    smallest: 2_000,
    // Most tables are large enough to be watched.
    measured: [40_000],
    warmUpDeposits: 1,
    turns: 1,
    depositsEachTurn: 2,
    otherCount: 2,
  },
  measure,
});

async function measure(own: Own, size: Size): Promise<void> {
  const machine = describeMachine();
  const setup = await prepare(own, await setStage(own), size);
  const { db } = setup.stage;
  const dropped = process.env.KASSA_BENCH_WITHOUT_INDEX;
  if (dropped) await sql`drop index ${sql.id(dropped)}`.execute(db);
  console.log(`\nGrowth: one deposit, from deposit-create to credited, beside this many others`);
  console.log(`  ${machine}`);
  const all: Measured[] = [];
  let count = size.smallest;
  for (const next of size.measured) {
    if (next > count) await fillDeposits(db, count, next);
    count = next;
    const measured = await measureBeside(setup, count, size);
    all.push(measured);
    report(measured, size);
    if (measured.scanned.length === 0) continue;
    const tables = measured.scanned.join(', ');
    throw new Error(`With ${count} deposits, statements read tables from end to end: ${tables}.`);
  }
  reportOthers(all);
  await checkBooks(setup.stage);
}

/**
 * Starts two servers on the same deposits: on a database that grows, and on a copy that doesn't.
 */
async function prepare(own: Own, stage: Stage, { smallest, warmUpDeposits }: Size): Promise<Setup> {
  await writeBrands(own, stage);
  const players = await makePlayers(playerCount);
  const walletPlayers = await makePlayers(playerCount, walletBrand);
  const coinPlayers = await makeSweepstakePlayers(playerCount);
  const first = await own(() => startKassa(stage), endProcess);
  const [player] = players;
  if (player === undefined) throw new Error('A benchmark needs players.');
  const method = await findMethod(stage.serverPort, player);
  const grown: Side = { target: buildTarget(stage.serverPort, method), db: stage.db };
  const target = buildTarget(stage.serverPort, method, walletBrand);
  const withWallet: Side = { target, db: stage.db };
  const shop = buildTarget(stage.serverPort, method, sweepstakeBrand);
  const withPackages: Side = { target: shop, db: stage.db };
  await timeDeposits(grown, players, playerCount);
  await timeDeposits(withWallet, walletPlayers, playerCount);
  await endProcess(first);
  await fillDeposits(stage.db, 0, smallest);
  await fillStock(stage.db);
  await sql`create database small template kassa`.execute(stage.db);
  const port = await findFreePort();
  await own(() => startKassa(stage), endProcess);
  await own(() => startKassa(stage, { port, databaseUrl: stage.urlOf('small') }), endProcess);
  const small: Side = {
    target: buildTarget(port, method),
    db: await openDatabase(own, stage.urlOf('small')),
  };
  // Warms up both servers: code is compiled and connections are open.
  for (const side of [grown, small]) await timeDeposits(side, players, warmUpDeposits);
  const operator = openOperatorApi(stage.operatorPort, await makeOperatorKey(stage));
  return {
    stage,
    grown,
    small,
    withWallet,
    withPackages,
    players,
    walletPlayers,
    coinPlayers,
    operator,
  };
}

async function writeBrands(own: Own, { folder, providerPort }: Stage): Promise<void> {
  const walletPort = await findFreePort();
  await own(() => startWalletStub(walletPort), closeProviderStub);
  await writeBrand(folder, providerPort, { retention });
  await writeBrand(folder, providerPort, {
    product: walletBrand,
    retention,
    wallet: { kind: 'http', url: `http://localhost:${walletPort}`, secrets: [walletSecret] },
  });
  await writeBrand(folder, providerPort, { product: sweepstakeBrand, retention });
  await writeSweepstake(folder);
}

async function measureBeside(setup: Setup, count: number, size: Size): Promise<Measured> {
  const { otherCount } = size;
  const { db } = setup.stage;
  // Runs outside of the watch, since these queries read tables from end to end.
  const [searches, file] = [await describeSearches(db), await writeDayFile(db)];
  const { result, scanned } = await watchScans(db, async () => {
    const deposits = await compareDeposits(setup, size);
    const { withWallet, walletPlayers, grown, players, operator } = setup;
    const packages = await timePackages(setup.withPackages, setup.coinPlayers, otherCount);
    const credits = await timeDeposits(withWallet, walletPlayers, otherCount);
    const settlement = await timeSettlement(operator, file);
    const others = {
      "a deposit with the operator's wallet": median(credits),
      ...packages,
      'a chargeback': median(await timeChargebacks(grown, players, otherCount)),
      "a chargeback with the operator's wallet": median(
        await timeChargebacks(withWallet, walletPlayers, otherCount),
      ),
      'storing a file of 1,000 lines': (settlement.storedMs / file.lines) * 1000,
      'comparing a file of 1,000 lines': (settlement.comparedMs / file.lines) * 1000,
      'posting the fees of a day': settlement.postedMs,
      ...(await timeSearches(operator, searches)),
    };
    return { ...deposits, others };
  });
  // Retention deletes much of a table, so reading it through an index is right: only sequential
  // scans count.
  const jobs = await watchScans(db, () => timeHourlyJobs(db));
  const scannedByJobs = jobs.scanned.filter((name) => !name.endsWith('(by an index)'));
  const others = { ...result.others, 'a run of retention': jobs.result };
  return { count, ...result, others, scanned: [...new Set([...scanned, ...scannedByJobs])] };
}

async function compareDeposits(
  { grown, small, players }: Setup,
  { turns, depositsEachTurn }: Size,
) {
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

function report({ count, grownMs, ratios, scanned }: Measured, { smallest }: Size): void {
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((it) => it.toFixed(2));
  console.log(`  ${describeCount(count)}  ${describeTimes(grownMs)}`);
  console.log(
    `  ${' '.repeat(9)}  ratio ${median(ratios).toFixed(2)} (${low} to ${high}) of the time beside ` +
      `${describeCount(smallest).trim()}; read from end to end: ${scanned.join(', ') || 'no table'}`,
  );
}

function reportOthers(all: readonly Measured[]): void {
  console.log(
    `  Others, ms:${' '.repeat(30)}${all.map(({ count }) => describeCount(count)).join(' ')}`,
  );
  for (const name of Object.keys(all[0]?.others ?? {})) {
    const times = all.map(({ others }) => (others[name] ?? 0).toFixed(1).padStart(10));
    console.log(`    ${name.padEnd(38)}${times.join('')}`);
  }
}

function describeCount(count: number): string {
  return count.toLocaleString('en').padStart(9);
}

/** Checks the ledger: its rules also hold for the deposits that were filled in. */
async function checkBooks({ db }: Stage): Promise<void> {
  const startedAt = performance.now();
  const problems = await checkLedger(db);
  if (problems.length > 0) {
    const first = JSON.stringify(problems.slice(0, 5));
    throw new Error(`The ledger check failed ${problems.length} times, first: ${first}`);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`  the ledger holds: every rule of the ledger check, in ${seconds} s`);
}
