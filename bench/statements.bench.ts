// Measures the import of bank statements: 10,000 lines that pay 10,000 open invoices, beside 10⁶
// closed ones and without them. Both sides run on the same PostgreSQL and take turns.

import { type StatementLoad, startStatementLoad } from '@kassa/server/testing';
import { sql } from 'kysely';
import { openDatabase, type Stage, setStage, startKassa, writeBrand } from './deposits/stage.ts';
import type { Db } from './deposits/wait-for-credited.ts';
import { fillDeposits } from './growth/fill-deposits.ts';
import { watchScans } from './growth/watch-scans.ts';
import { findFreePort } from './measuring/free-port.ts';
import { describeMachine } from './measuring/machine.ts';
import { endProcess } from './measuring/own-process.ts';
import { defineBenchmark, type Own } from './measuring/run-benchmark.ts';
import { median } from './measuring/statistics.ts';
import { closeInvoices, openInvoices } from './statements/fill-invoices.ts';

interface Size {
  requisiteCount: number;
  invoicesEach: number;
  /** Nine of ten are closed invoices of the measured brand. */
  depositCount: number;
  /** The highest ratio of the time beside closed invoices to that without them. */
  mostRatio: number;
}

interface Side {
  load: StatementLoad;
  db: Db;
  /** The time of each statement, in milliseconds. */
  times: number[];
}

export default defineBenchmark<Size>({
  whole: { requisiteCount: 50, invoicesEach: 200, depositCount: 1_120_000, mostRatio: 1.2 },
  short: {
    // The first statement of each side isn't counted.
    requisiteCount: 2,
    invoicesEach: 20,
    // The tables of closed invoices are large enough to be watched.
    depositCount: 40_000,
    mostRatio: Number.POSITIVE_INFINITY,
  },
  measure,
});

async function measure(own: Own, size: Size): Promise<void> {
  const machine = describeMachine();
  const stage = await setStage(own);
  const { folder, providerPort } = stage;
  const accounts = { own: { connector: 'requisites', settings: {} } };
  await writeBrand(folder, providerPort, { accounts });
  // Migrates the database.
  await endProcess(await startKassa(stage));
  await sql`create database alone template kassa`.execute(stage.db);
  const beside = await startSide(own, stage, 'kassa');
  const alone = await startSide(own, stage, 'alone');
  const { closed, amounts, requisites } = await prepare(beside, alone, size);
  const booked = new Date().toISOString();
  const pay = async (side: Side, index: number) => {
    const requisite = requisites[side === beside ? 'beside' : 'alone'][index];
    if (requisite === undefined) throw new Error('There is no such requisite.');
    const payments = amounts.map((amount) => ({ amount, booked }));
    const { statement, durationMs } = await side.load.importPayments(requisite, payments);
    if (statement.matched !== amounts.length) {
      throw new Error(`${statement.matched} of ${amounts.length} lines were matched.`);
    }
    side.times.push(durationMs);
  };
  const { scanned } = await watchScans(stage.db, async () => {
    for (let index = 0; index < size.requisiteCount; index += 1) {
      // The first of a turn finds the machine as the second of the last one left it.
      const sides = index % 2 === 0 ? [beside, alone] : [alone, beside];
      for (const side of sides) await pay(side, index);
    }
  });
  // The first statement of each side warms up: code is compiled and connections are open.
  for (const { times } of [beside, alone]) times.shift();
  const ratio = report(machine, size, { beside, alone, closed });
  if (scanned.length > 0)
    throw new Error(`Tables were read from end to end: ${scanned.join(', ')}.`);
  if (ratio > size.mostRatio) throw new Error(`The ratio is above ${size.mostRatio}.`);
}

async function startSide(own: Own, stage: Stage, database: string): Promise<Side> {
  const load = await own(
    async () =>
      startStatementLoad({
        PORT: String(await findFreePort()),
        DATABASE_URL: stage.urlOf(database),
        KASSA_DATA: stage.folder,
        KASSA_CONFIG: stage.folder,
      }),
    ({ stop }) => stop(),
  );
  return { load, db: await openDatabase(own, stage.urlOf(database)), times: [] };
}

async function prepare(
  beside: Side,
  alone: Side,
  { requisiteCount, invoicesEach, depositCount }: Size,
) {
  const requisites = {
    beside: await beside.load.addRequisites(requisiteCount),
    alone: await alone.load.addRequisites(requisiteCount),
  };
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  await fillDeposits(beside.db, 0, depositCount);
  const closed = await closeInvoices(beside.db, idsOf(requisites.beside));
  await openInvoices(alone.db, idsOf(requisites.alone), invoicesEach);
  const amounts = await openInvoices(beside.db, idsOf(requisites.beside), invoicesEach);
  // Half of the invoices lie within 1 % of another one: the payers tell whose money it is.
  for (const side of [alone, beside]) await side.load.namePlayers();
  return { closed, amounts, requisites };
}

function report(
  machine: string,
  { requisiteCount, invoicesEach }: Size,
  { beside, alone, closed }: { beside: Side; alone: Side; closed: number },
): number {
  const total = (side: Side) => side.times.reduce((sum, time) => sum + time, 0);
  const ratio = total(beside) / total(alone);
  const ratios = beside.times.map((time, index) => time / (alone.times[index] ?? Number.NaN));
  const lines = requisiteCount * invoicesEach;
  console.log(`\nStatements: ${lines} lines that pay ${lines} open invoices`);
  console.log(`  ${machine}`);
  console.log(`  alone                        ${(total(alone) / 1000).toFixed(1)} s`);
  console.log(`  beside ${closed} closed ones  ${(total(beside) / 1000).toFixed(1)} s`);
  console.log(
    `  ratio ${ratio.toFixed(2)} (median of the statements ${median(ratios).toFixed(2)})`,
  );
  return ratio;
}
