import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../deposits/wait-for-credited.ts';

/** PostgreSQL's sessions report their statistics at least this often. */
const statisticsDelayMs = 11_000;
/** Smaller tables may be read from end to end: a page of a search reads up to 20,000 rows. */
const smallestWatched = 25_000;
/** Above this size, reading more rows than the table has through indexes counts, too. */
const largeTable = 200_000;

interface Reads {
  /** The rows of the table. */
  rows: number;
  /** Sequential scans so far. */
  scans: number;
  /** Rows read through indexes so far. */
  byIndex: number;
}

/**
 * Runs something. Returns its result with the tables that any statement, jobs included, read from
 * end to end meanwhile, without an index or through one.
 */
export async function watchScans<Result>(
  db: Db,
  run: () => Promise<Result>,
): Promise<{ result: Result; scanned: string[] }> {
  // Otherwise a scan of the benchmark's own session from just before might be reported meanwhile.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const before = await readStatistics(db);
  const result = await run();
  await delay(statisticsDelayMs);
  const scanned: string[] = [];
  for (const [table, { rows, scans, byIndex }] of await readStatistics(db)) {
    const earlier = before.get(table);
    if (scans > (earlier?.scans ?? 0)) scanned.push(table);
    else if (rows > largeTable && byIndex - (earlier?.byIndex ?? 0) > rows) {
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
    where t.schemaname = 'public' and t.n_live_tup > ${smallestWatched}`.execute(db);
  return new Map(
    rows.map(({ name, ...reads }) => [
      name,
      { rows: Number(reads.rows), scans: Number(reads.scans), byIndex: Number(reads.byIndex) },
    ]),
  );
}
