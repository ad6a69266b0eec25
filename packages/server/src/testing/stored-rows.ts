import { sql } from 'kysely';
import type { Db } from '../ground/database/connect.ts';

/** A column that a read changes. */
const volatileColumn = 'last_used_at';

/**
 * Loads all rows of all tables except the given ones, as texts that can be compared. One statement
 * reads them, so that they are of one moment.
 */
export async function readAllRows(
  db: Db,
  { except }: { except: string[] },
): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const names = tables.map(({ name }) => name).filter((name) => !except.includes(name));
  const reads = names.map(
    (name) => sql`
      select ${sql.lit(name)} as name, (to_jsonb(t) - ${sql.lit(volatileColumn)})::text as row
      from ${sql.table(name)} as t`,
  );
  const { rows } = await sql<{ name: string; row: string }>`
    ${sql.join(reads, sql` union all `)} order by 1, 2`.execute(db);
  const found = new Map(names.map((name): [string, string[]] => [name, []]));
  for (const { name, row } of rows) found.get(name)?.push(row);
  return Object.fromEntries(found);
}
