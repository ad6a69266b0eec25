import {
  type Compilable,
  type QueryCreator,
  type Selectable,
  sql,
  type Updateable,
  type UpdateQueryBuilder,
} from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { insertFor } from '../../ground/database/insert-for.ts';
import { asPrepared } from '../../ground/database/prepared.ts';
import type { Database } from '../../ground/database/schema.ts';
import { selectionOf } from '../../ground/database/tables/columns.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { type OutgoingEvent, withEvents } from './record-event.ts';

/** The tables of history, with the column that names the subject. */
const subjectColumns = {
  deposit_transitions: 'deposit_id',
  withdrawal_transitions: 'withdrawal_id',
  refund_transitions: 'refund_id',
} as const;

/** A row of history. */
export interface Transition {
  table: keyof typeof subjectColumns;
  /** Null for a new subject. */
  from: string | null;
  to: string;
  reason: string;
}

type AddExpressions = (query: QueryCreator<Database>) => QueryCreator<Database>;

/**
 * Writes a row of a deposit, withdrawal, refund or bonus, its history and the operator's events by one
 * statement: all of them, or none if `write` finds no row. Returns the written row.
 * @param write - inserts or updates one row and returns at least the columns
 */
export async function recordChange<Row>(
  core: Pick<Core, 'brands'>,
  tx: Tx,
  write: (query: QueryCreator<Database>) => Compilable<Row>,
  {
    columns,
    transition = null,
    events,
    before = (query) => query,
    after = (query) => query,
  }: {
    columns: readonly (keyof Row & string)[];
    transition?: Transition | null;
    events: readonly OutgoingEvent[];
    /** Adds expressions that `write` refers to. */
    before?: AddExpressions;
    /** Adds expressions that refer to the written row, as `changed`. */
    after?: AddExpressions;
  },
): Promise<Row | undefined> {
  const statement = before(tx).with('changed', write as (query: QueryCreator<Database>) => never);
  const recorded =
    transition === null
      ? statement
      : statement.with('history', (query) => insertTransition(query, transition));
  const rows = (after(withEvents(core, recorded, events)) as QueryCreator<{ changed: Row }>)
    .selectFrom('changed')
    .select(selectionOf(columns) as never)
    .modifyEnd(asPrepared);
  return (await rows.executeTakeFirst()) as Row | undefined;
}

/** Builds the update of a row that still has its present status. */
export function updateInStatus<Table extends 'deposits' | 'withdrawals' | 'refunds' | 'bonuses'>(
  query: QueryCreator<Database>,
  table: Table,
  row: { brand_id: string; id: string; status: string },
  written: Updateable<Database[Table]>,
): UpdateQueryBuilder<Database, Table, Table, Selectable<Database[Table]>> {
  return query
    .updateTable(table as 'deposits')
    .set(written as Updateable<Database['deposits']>)
    .where('brand_id', '=', row.brand_id)
    .where('id', '=', row.id)
    .where('status', '=', row.status as Deposit['status'])
    .returningAll() as never;
}

function insertTransition(
  query: Pick<QueryCreator<Database>, 'insertInto'>,
  { table, from, to, reason }: Transition,
) {
  return insertFor(query, table, 'changed', {
    id: uuidv7(),
    brand_id: sql.ref('changed.brand_id'),
    [subjectColumns[table]]: sql.ref('changed.id'),
    from_status: from,
    to_status: to,
    reason,
  } as never);
}
