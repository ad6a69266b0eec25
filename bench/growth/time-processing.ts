import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { createDeposit, notifyChargedBack, notifyPaid, type Player } from '../deposits/player.ts';
import type { Db } from '../deposits/wait-for-credited.ts';
import type { OperatorClient } from './operator.ts';
import type { Side } from './time-deposits.ts';

const pollMs = 20;
const timeoutMs = 120_000;

/** Waits until `holds` returns true. */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Timeout while waiting for ${what}.`);
    await delay(pollMs);
  }
}

/**
 * Pays deposits and charges each back, one after the other. Returns each chargeback's time, in ms.
 */
export async function timeChargebacks(
  { target, db }: Side,
  players: readonly Player[],
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const player = players[index % players.length];
    if (player === undefined) throw new Error('A benchmark needs players.');
    const depositId = await createDeposit(target, player);
    await notifyPaid(target, depositId);
    await until('a credit', () => has(db, 'payments', depositId, 'credited'));
    const startedAt = performance.now();
    await notifyChargedBack(target, depositId);
    await until('a chargeback', () => has(db, 'reversals', depositId, 'done'));
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function has(
  db: Db,
  table: 'payments' | 'reversals',
  depositId: string,
  status: 'credited' | 'done',
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('deposit_id', '=', depositId)
    .where(sql<string>`status`, '=', status)
    .executeTakeFirst();
  return row !== undefined;
}

/** A provider's settlement file of a day. */
export interface DayFile {
  day: string;
  csv: string;
  lines: number;
}

const feeEvery = 40;

/**
 * Builds the settlement file of the busiest day. 1 of 100 receipts is missing, 1 of 40 lines has a
 * fee.
 */
export async function writeDayFile(db: Db): Promise<DayFile> {
  const { rows: days } = await sql<{ day: string }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day from payments
    where brand_id = 'kassa' group by 1 order by count(*) desc limit 1`.execute(db);
  const day = days[0]?.day ?? '';
  const { rows } = await sql<{ id: string; amount: string }>`
    select provider_payment_id as id, amount from payments
    where brand_id = 'kassa' and connector = 'sandbox'
      and to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') = ${day}
    order by id`.execute(db);
  const lines = rows
    .filter((_, index) => index % 100 !== 7)
    .map(
      ({ id, amount }, index) => `${id},receipt,${amount},EUR,${index % feeEvery ? '' : '0.50'}`,
    );
  const csv = ['id,type,amount,currency,fee', ...lines].join('\n');
  return { day, csv, lines: lines.length };
}

const runSchema = z.object({
  id: z.string(),
  status: z.enum(['running', 'done', 'failed']),
  checked: z.int(),
});

/** Imports the file, waits until it is compared, and posts its fees. Times are in milliseconds. */
export async function timeSettlement(operator: OperatorClient, file: DayFile) {
  const startedAt = performance.now();
  const path = `/reconciliation/settlements?connector=sandbox&day=${file.day}`;
  const stored = runSchema.parse(await operator.post(path, file.csv));
  const storedMs = performance.now() - startedAt;
  const show = async () => runSchema.parse(await operator.get(`/reconciliation/runs/${stored.id}`));
  const isOver = async () => (await show()).status !== 'running';
  await until('the comparison of a settlement file', isOver);
  const run = await show();
  if (run.status !== 'done' || run.checked !== file.lines) {
    throw new Error(`The import is ${run.status} after ${run.checked} of ${file.lines} lines.`);
  }
  const comparedMs = performance.now() - startedAt - storedMs;
  const postedAt = performance.now();
  await operator.post(`/reconciliation/runs/${stored.id}/post-fees`, {
    reason: 'as their file says',
  });
  await until('the posting of its fees', isOver);
  return { storedMs, comparedMs, postedMs: performance.now() - postedAt };
}

/** Makes the hourly jobs due, and waits until they are done. Returns their time in milliseconds. */
export async function timeHourlyJobs(db: Db): Promise<number> {
  const startedAt = performance.now();
  const names = sql`name in ('retention', 'idempotency-purge')`;
  await sql`update jobs set due_at = now() where ${names}`.execute(db);
  await until('the end of the hourly jobs', async () => {
    const { rows } = await sql`
      select 1 from jobs where ${names} and (due_at <= now() or leased_until > now())`.execute(db);
    return rows.length === 0;
  });
  return performance.now() - startedAt;
}
