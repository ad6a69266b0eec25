import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { receiveTransfer } from '../money/provider-events/receive-transfer.ts';
import { reserveRequisite } from '../money/requisites/reserve-requisite.ts';
import { copyRows } from '../testing/copy-rows.ts';
import { useTransferDesk } from '../testing/transfer-desk.ts';
import { findCandidates } from './lookup/bank-transfers.ts';

interface Statement {
  text: string;
  values?: unknown[];
}

/** The statements that reach the driver, as those that are built once are built in any file. */
const asked: Statement[] = [];
let isRecording = false;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function record(this: pg.Client, ...args: [Statement]) {
  if (isRecording && typeof args[0] === 'object') asked.push(args[0]);
  return (query as (...args: unknown[]) => unknown).apply(this, args);
} as typeof query;
afterAll(() => {
  pg.Client.prototype.query = query;
});

const { desk, addAccount, free, invoice, notify, transfersTo } = useTransferDesk();

const closedCount = 4_000;

test('no statement reads a table from end to end, beside many closed invoices', async () => {
  const { core } = desk.server;
  const to = await addAccount();
  const closed = await invoice(to);
  await closed.cancel();
  await free(closed.depositId);
  await notify({ to, amount: '7' });
  await copyClosed(closed.depositId);
  const deposit = await invoice(to);
  const { db } = core;
  isRecording = true;
  const transfer = {
    kind: 'transfer' as const,
    accountNumber: to.number,
    paid: { amount: '50', currency: 'EUR' },
    bookedAt: new Date(),
    payerName: null,
    payerAccount: null,
  };
  const confirmedBy = 'provider' as const;
  const evidence = { brandId: 'kassa', connector: 'own', source: 'a test', confirmedBy };
  for (const text of ['THANKS FROM JOHN', null, deposit.reference]) {
    const reported = { ...transfer, providerReference: uuidv7(), text };
    await db.transaction().execute((tx) => receiveTransfer(core, tx, evidence, reported));
  }
  isRecording = false;
  const rows = await waiting(to);
  isRecording = true;
  await findCandidates(db, 'kassa', rows);
  const row = await db
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', deposit.depositId)
    .executeTakeFirstOrThrow();
  const reserving = db.transaction().execute((tx) => reserveRequisite(core, tx, row, 'own'));
  // It has a requisite already, which its last statement finds.
  await expect(reserving).rejects.toThrow('requisite_reservations_pkey');
  isRecording = false;
  const plans = [];
  for (const statement of asked) plans.push(await explain(statement));
  const text = plans.join('\n');
  expect(await deposit.balance()).toBe('50.00');
  expect(text).toContain('requisite_reservations_by_amount');
  expect(text).toContain('requisite_reservations_cooling');
  expect(text).toContain('requisite_reservations_taken');
  expect(text).not.toMatch(/Seq Scan on (bank_transfers|requisite_reservations|deposits)/);
});

/** The newest transfer, as if it waited for review: only such ones have candidates. */
async function waiting(to: Parameters<typeof transfersTo>[0]) {
  const rows = await transfersTo(to);
  return rows.slice(-1).map((row) => ({ ...row, status: 'review' as const }));
}

/**
 * Copies a canceled deposit with its reservation, and a transfer, spread over seven weeks and fifty
 * amounts.
 */
async function copyClosed(depositId: string): Promise<void> {
  const { db } = desk.server.core;
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table copies on commit drop as
      select gen_random_uuid() as id, now() - n * interval '17 minutes' as at, n
      from generate_series(1, ${closedCount}::integer) n`.execute(tx);
    const copy = (
      table: string,
      condition: RawBuilder<unknown>,
      changes: Record<string, string>,
    ) => {
      const from = sql`(select * from ${sql.table(table)} where ${condition}) t, copies c`;
      return copyRows(tx, table, from, changes);
    };
    await copy('deposits', sql`id = ${depositId}`, {
      id: 'c.id',
      reference: "'KS-COPY-' || c.n",
      created_at: 'c.at',
    });
    await copy('deposit_transitions', sql`deposit_id = ${depositId}`, {
      id: 'gen_random_uuid()',
      deposit_id: 'c.id',
    });
    await copy('requisite_reservations', sql`deposit_id = ${depositId}`, {
      deposit_id: 'c.id',
      amount: '50 + c.n % 50',
      created_at: 'c.at',
      freed_at: 'c.at',
      cooling_until: 'c.at',
    });
    await copy('bank_transfers', sql`status = 'review'`, {
      id: 'c.id',
      amount: '50 + c.n % 50',
      status: "'dismissed'",
      bank_reference: 'c.id::text',
      booked_at: 'c.at',
    });
  });
  for (const table of ['deposits', 'requisite_reservations', 'bank_transfers']) {
    await sql`analyze ${sql.table(table)}`.execute(db);
  }
}

/** Returns the database's plan for a statement. */
async function explain({ text, values = [] }: Statement): Promise<string> {
  const { db } = desk.server.core;
  if (/^\s*(begin|commit|savepoint|rollback|set)/.test(text)) return '';
  const { rows } = await db.executeQuery<Record<string, string>>(
    CompiledQuery.raw(`explain ${text}`, values),
  );
  return rows.flatMap((row) => Object.values(row)).join('\n');
}
