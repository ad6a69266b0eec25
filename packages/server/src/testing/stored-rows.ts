import { sql } from 'kysely';
import type { Db } from '../ground/database/connect.ts';

/** Columns that a read changes. */
const volatileColumns = ['last_used_at'];

/** Loads all rows of all tables except the given ones, as texts that can be compared. */
export async function readAllRows(
  db: Db,
  { except }: { except: string[] },
): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const read = tables
    .filter(({ name }) => !except.includes(name))
    .map(async ({ name }): Promise<[string, string[]]> => {
      const { rows } = await sql<{ row: string }>`
        select (to_jsonb(t) - ${volatileColumns}::text[])::text as row
        from ${sql.table(name)} as t order by 1`.execute(db);
      return [name, rows.map(({ row }) => row)];
    });
  return Object.fromEntries(await Promise.all(read));
}
