import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../deposits/count-credited.ts';

/** PostgreSQL's sessions write down what they did about this often. */
const writtenWithinMs = 11_000;
/** Smaller tables are read from end to end with good reason. */
const smallest = 5_000;

/**
 * Runs something, and names the tables that were read from end to end meanwhile, by whoever: an index
 * is missing there, or isn't used.
 */
export async function watchScans<Result>(
  db: Db,
  run: () => Promise<Result>,
): Promise<{ result: Result; scanned: string[] }> {
  const before = await readScans(db);
  const result = await run();
  await delay(writtenWithinMs);
  const after = await readScans(db);
  const scanned = [...after].filter(([table, count]) => count > (before.get(table) ?? 0));
  return { result, scanned: scanned.map(([table]) => table) };
}

async function readScans(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; scans: string }>`
    select relname as name, seq_scan::text as scans from pg_stat_user_tables
    where schemaname = 'public' and n_live_tup > ${smallest}`.execute(db);
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]));
}
