import { type Expression, type RawBuilder, sql } from 'kysely';

/** Rows of a query in a column of another one, to be read by {@link readRows}. */
export type RowsInJson<Row> = string & { readonly __rows?: Row };

/**
 * Selects all rows of a query in one column, so that one statement reads several tables. As text, as the
 * driver would make numbers of JSON inexact.
 */
export function rowsInJson<Row>(query: Expression<Row>): RawBuilder<RowsInJson<Row>> {
  return sql`(select coalesce(json_agg(r), '[]')::text from ${query} r)`;
}

type NamesOf<Row, Type> = {
  [Name in keyof Row]-?: NonNullable<Row[Name]> extends Type ? Name : never;
}[keyof Row];

/**
 * Reads rows as the driver would: exact numbers are texts.
 * @param times - the columns that are times
 * @param counts - the columns that are whole numbers
 */
export function readRows<Row>(
  rows: RowsInJson<Row>,
  times: readonly NamesOf<Row, Date>[],
  counts: readonly NamesOf<Row, number>[] = [],
): Row[] {
  const timeNames = new Set<unknown>(times);
  const countNames = new Set<unknown>(counts);
  return JSON.parse(rows, (name, value: unknown, context?: { source?: string }) => {
    if (typeof value === 'number') return countNames.has(name) ? value : context?.source;
    return timeNames.has(name) && typeof value === 'string' ? new Date(value) : value;
  });
}
