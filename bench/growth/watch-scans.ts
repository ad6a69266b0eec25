import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../deposits/count-credited.ts';

/** PostgreSQL's sessions write down what they did about this often. */
const writtenWithinMs = 11_000;
/** Smaller tables are read from end to end with good reason: a page of a search looks at 20,000 rows. */
const smallest = 25_000;
/** From this size on, reading a table through an index counts too: no part needs so much of it. */
const large = 200_000;

interface Reads {
  rows: number;
  scans: number;
  byIndex: number;
}

/**
 * Runs something, and names the tables that were read from end to end meanwhile, by whatever statement:
 * an index is missing there, or isn't used, or all of it was gone through.
 */
export async function watchScans<Result>(
  db: Db,
  run: () => Promise<Result>,
): Promise<{ result: Result; scanned: string[] }> {
  // The benchmark's own session has read tables, too.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const before = await readStatistics(db);
  const result = await run();
  await delay(writtenWithinMs);
  const scanned: string[] = [];
  for (const [table, { rows, scans, byIndex }] of await readStatistics(db)) {
    const earlier = before.get(table);
    if (scans > (earlier?.scans ?? 0)) scanned.push(table);
    else if (rows > large && byIndex - (earlier?.byIndex ?? 0) > rows) {
      scanned.push(`${table} (by an index)`);
    }
  }
  return { result, scanned };
}

async function readStatistics(db: Db): Promise<Map<string, Reads>> {
  const { rows } = await sql<{ name: string; rows: string; scans: string; byIndex: string }>`
    select t.relname as name, t.n_live_tup::text as rows, t.seq_scan::text as scans, (
      select coalesce(sum(i.idx_tup_read), 0) from pg_stat_user_indexes i where i.relid = t.relid
    )::text as "byIndex"
    from pg_stat_user_tables t
    where t.schemaname = 'public' and t.n_live_tup > ${smallest}`.execute(db);
  return new Map(
    rows.map(({ name, ...reads }) => [
      name,
      { rows: Number(reads.rows), scans: Number(reads.scans), byIndex: Number(reads.byIndex) },
    ]),
  );
}
