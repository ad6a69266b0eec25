import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../ground/database/connect.ts';

/**
 * Inserts a copy of a table's row for each row of `from`, which names the copied row `t`.
 * @param changes - SQL expressions for the columns of these names, as far as the table has them
 */
export async function copyRows(
  db: Db | Tx,
  table: string,
  from: RawBuilder<unknown>,
  changes: Record<string, string>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
    order by attnum`.execute(db);
  const columns = rows.map(({ name }) =>
    changes[name] === undefined ? sql.ref(`t.${name}`) : sql.raw(changes[name]),
  );
  await sql`insert into ${sql.table(table)} select ${sql.join(columns)} from ${from}`.execute(db);
}
