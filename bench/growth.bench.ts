// What a deposit costs, and what else goes over the tables, when there are 10⁴, 10⁵ and 10⁶ deposits: credits by
// an operator's wallet, chargebacks, a settlement file, retention, operators' searches. A second server on a
// database that stays at 10⁴ takes turns with the deposits: what the machine does meanwhile is in both. The
// benchmark fails where any statement reads a growing table from end to end.

import { checkLedger } from '@kassa/server';
import { sql } from 'kysely';
import { buildTarget, findMethod, makePlayers, type Player } from './deposits/player.ts';
import { closeProviderStub } from './deposits/provider-stub.ts';
import { openDatabase, type Stage, setStage, startKassa, writeBrand } from './deposits/stage.ts';
import { fillDeposits, walletBrand } from './growth/fill-deposits.ts';
import { makeOperatorKey, type OperatorDesk, openDesk } from './growth/operator.ts';
import { type Side, timeDeposits } from './growth/time-deposits.ts';
import { describeSearches, timeSearches } from './growth/time-searches.ts';
import { startWalletStub, walletSecret } from './growth/wallet-stub.ts';
import { watchScans } from './growth/watch-scans.ts';
import {
  timeChargebacks,
  timeHourlyJobs,
  timeSettlement,
  writeDayFile,
} from './growth/work-off.ts';
import { findFreePort } from './measuring/free-port.ts';
import { describeMachine } from './measuring/machine.ts';
import { endProcess } from './measuring/own-process.ts';
import { type Own, runBenchmark } from './measuring/run-benchmark.ts';
import { describeTimes, median } from './measuring/statistics.ts';

const [smallest, ...larger] = [10_000, 100_000, 1_000_000] as const;
const playerCount = 16;
const turns = 6;
const depositsEachTurn = 60;
const eachBesides = 20;
/** What a brand keeps for as short as it may, so that retention has work. */
const retention = {
  redirects: 7,
  notificationBodies: 7,
  webhookDeliveries: 7,
  paymentSessions: 7,
  walletRefusals: 7,
};

interface Ground {
  stage: Stage;
  grown: Side;
  small: Side;
  /** The brand with a wallet of its own, on the database that grows. */
  walleted: Side;
  players: Player[];
  walletedPlayers: Player[];
  desk: OperatorDesk;
}

interface Measured {
  size: number;
  grownMs: number[];
  ratios: number[];
  /** Medians of single things, in milliseconds. */
  besides: Record<string, number>;
  scanned: string[];
}

await runBenchmark(async (own) => {
  const machine = describeMachine();
  const ground = await prepare(own, await setStage(own));
  const { db } = ground.stage;
  const dropped = process.env.KASSA_BENCH_WITHOUT_INDEX;
  if (dropped) await sql`drop index ${sql.id(dropped)}`.execute(db);
  console.log(`\nGrowth: one deposit, from deposit-create to credited, beside so many others`);
  console.log(`  ${machine}`);
  const all: Measured[] = [];
  let size = 0;
  for (const next of [smallest, ...larger]) {
    if (next > smallest) await fillDeposits(db, size, next);
    size = next;
    const measured = await measure(ground, size);
    all.push(measured);
    report(measured);
    if (measured.scanned.length === 0) continue;
    const tables = measured.scanned.join(', ');
    throw new Error(`Beside ${size} deposits, statements read from end to end: ${tables}.`);
  }
  reportBesides(all);
  await proveBooks(ground.stage);
});

/** Two servers on the same 10⁴ deposits: one database that will grow, and a copy that will not. */
async function prepare(own: Own, stage: Stage): Promise<Ground> {
  await writeBrands(own, stage);
  const players = await makePlayers(playerCount);
  const walletedPlayers = await makePlayers(playerCount, walletBrand);
  const first = await own(() => startKassa(stage), endProcess);
  const [player] = players;
  if (player === undefined) throw new Error('A benchmark needs players.');
  const method = await findMethod(stage.serverPort, player);
  const grown: Side = { target: buildTarget(stage.serverPort, method), db: stage.db };
  const target = buildTarget(stage.serverPort, method, walletBrand);
  const walleted: Side = { target, db: stage.db };
  await timeDeposits(grown, players, playerCount);
  await timeDeposits(walleted, walletedPlayers, playerCount);
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
  const desk = openDesk(stage.serverPort, await makeOperatorKey(stage));
  return { stage, grown, small, walleted, players, walletedPlayers, desk };
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
}

async function measure(ground: Ground, size: number): Promise<Measured> {
  const { db } = ground.stage;
  // What the benchmark itself asks for reads tables from end to end.
  const [searches, file] = [await describeSearches(db), await writeDayFile(db)];
  const { result, scanned } = await watchScans(db, async () => {
    const deposits = await compareDeposits(ground);
    const { walleted, walletedPlayers, grown, players, desk } = ground;
    const credits = await timeDeposits(walleted, walletedPlayers, eachBesides);
    const settlement = await timeSettlement(desk, file);
    const besides = {
      "a deposit of the operator's wallet": median(credits),
      'a chargeback': median(await timeChargebacks(grown, players, eachBesides)),
      "a chargeback of the operator's wallet": median(
        await timeChargebacks(walleted, walletedPlayers, eachBesides),
      ),
      "a day's file, 1,000 lines: stored": (settlement.storedMs / file.lines) * 1000,
      "a day's file, 1,000 lines: compared": (settlement.comparedMs / file.lines) * 1000,
      "a day's file: all fees posted": settlement.postedMs,
      ...(await timeSearches(desk, searches)),
    };
    return { ...deposits, besides };
  });
  // Retention reads much of a table, as it empties much of it: only whole reads without an index count.
  const forgetting = await watchScans(db, () => timeHourlyJobs(db));
  const scannedByJobs = forgetting.scanned.filter((name) => !name.endsWith('(by an index)'));
  const besides = { ...result.besides, 'retention, a run': forgetting.result };
  return { size, ...result, besides, scanned: [...new Set([...scanned, ...scannedByJobs])] };
}

async function compareDeposits({ grown, small, players }: Ground) {
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

function report({ size, grownMs, ratios, scanned }: Measured): void {
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((it) => it.toFixed(2));
  console.log(`  ${describeSize(size)}  ${describeTimes(grownMs)}`);
  console.log(
    `  ${' '.repeat(9)}  ratio ${median(ratios).toFixed(2)} (${low} to ${high}) of the same beside ` +
      `${describeSize(smallest).trim()}; read from end to end: ${scanned.join(', ') || 'no table'}`,
  );
}

function reportBesides(all: readonly Measured[]): void {
  console.log(
    `  Besides, ms:${' '.repeat(29)}${all.map(({ size }) => describeSize(size)).join(' ')}`,
  );
  for (const name of Object.keys(all[0]?.besides ?? {})) {
    const times = all.map(({ besides }) => (besides[name] ?? 0).toFixed(1).padStart(10));
    console.log(`    ${name.padEnd(38)}${times.join('')}`);
  }
}

function describeSize(size: number): string {
  return size.toLocaleString('en').padStart(9);
}

/** What was filled in are deposits as any: the rules of the ledger hold for all of them. */
async function proveBooks({ db }: Stage): Promise<void> {
  const startedAt = performance.now();
  const problems = await checkLedger(db);
  if (problems.length > 0) throw new Error(`The books don't hold: ${JSON.stringify(problems)}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`  the books hold: every rule of the ledger check, in ${seconds} s`);
}
