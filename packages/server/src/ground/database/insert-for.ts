import type { InsertObject } from 'kysely';
import { type InsertQueryBuilder, type QueryCreator, type RawBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Builds an insert of a row for each row of a common table expression, for a statement that writes
 * several tables: nothing is inserted if the expression has no row.
 * @param values - values, or references to the expression's columns
 */
export function insertFor<Table extends keyof Database & string>(
  query: Pick<QueryCreator<Database>, 'insertInto'>,
  table: Table,
  expression: string,
  values: { [Column in keyof InsertObject<Database, Table>]: unknown },
): InsertQueryBuilder<Database, Table, object> {
  const columns = Object.keys(values) as (keyof Database[Table] & string)[];
  const selected = Object.values(values).map((value) => sql`${value}`);
  const rows: RawBuilder<never> = sql`select ${sql.join(selected)} from ${sql.ref(expression)}`;
  return query.insertInto(table).columns(columns).expression(rows) as never;
}
