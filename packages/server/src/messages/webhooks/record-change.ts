import {
  type Insertable,
  type QueryCreator,
  type Selectable,
  sql,
  type Updateable,
  type UpdateQueryBuilder,
} from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import { compileOnce } from '../../ground/database/compile-once.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { insertFor } from '../../ground/database/insert-for.ts';
import { asLast, asPrepared } from '../../ground/database/prepared.ts';
import type { Database } from '../../ground/database/schema.ts';
import {
  bonusColumns,
  depositColumns,
  refundColumns,
  withdrawalColumns,
} from '../../ground/database/tables/columns.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { type EventRows, type OutgoingEvent, toEventRows, withEvents } from './record-event.ts';

/** The columns of a table that are returned, and its table of history with the column of the subject. */
const tables = {
  deposits: { columns: depositColumns, history: ['deposit_transitions', 'deposit_id'] },
  withdrawals: { columns: withdrawalColumns, history: ['withdrawal_transitions', 'withdrawal_id'] },
  refunds: { columns: refundColumns, history: ['refund_transitions', 'refund_id'] },
  bonuses: { columns: bonusColumns, history: null },
} as const;

type Table = keyof typeof tables;

/** A new row, or what is written to a row that still has its present status. */
type Write<Name extends Table> =
  | { insert: Insertable<Database[Name]> }
  | { update: Updateable<Database[Name]>; row: { brand_id: string; id: string; status: string } };

/** A row of history. */
interface Transition {
  /** Null for a new subject. */
  from: string | null;
  to: string;
  reason: string;
}

/** What a change writes besides the row, its history and the events, by the same statement. */
interface Parts<Extra> {
  /** Adds expressions that the update refers to. */
  before?: (query: QueryCreator<Database>, extra: Extra) => QueryCreator<Database>;
  update?: (query: Update, extra: Extra) => Update;
  /** Adds expressions that refer to the written row, as `changed`. */
  after?: (query: QueryCreator<Database>, extra: Extra) => QueryCreator<Database>;
  /** What an update returns, if not the row. */
  columns?: (extra: Extra, row: readonly string[]) => readonly string[];
}

/** The update of any of the tables: it reads only columns that all of them have. */
type Update = UpdateQueryBuilder<Database, 'deposits', 'deposits', Deposit>;

interface Values<Name extends Table, Extra> {
  write: Write<Name>;
  transition: (Transition & { id: string }) | undefined;
  events: EventRows | undefined;
  extra: Extra;
}

/**
 * Defines how rows of a table are written, each with its history and the operator's events by one statement:
 * all of them, or none if the row isn't written. What is defined returns the written row; undefined if the row
 * to be updated was moved before, or if a new one's reference is taken. A last statement violates the reference's
 * constraint then.
 */
export function defineChange<Name extends Table, Extra extends object = object>(
  table: Name,
  { before, update, after, columns = (_, row) => row }: Parts<Extra> = {},
) {
  type Row = Selectable<Database[Name]>;
  const { history } = tables[table];
  const run = compileOnce<Values<Name, Extra>>(
    (query, { write, transition, events, extra }, kind) => {
      const end = kind === last ? asLast : asPrepared;
      const begun = (before?.(query, extra) ?? query).with('changed', (inner) => {
        if ('insert' in write) {
          return insertRow(inner, table, write.insert as object, kind === last) as never;
        }
        const updated = updateInStatus(inner, table, write);
        return (update?.(updated, extra) ?? updated) as never;
      });
      const recorded =
        transition === undefined || history === null
          ? begun
          : begun.with('history', (inner) => insertTransition(inner, history, transition));
      const told = events === undefined ? recorded : withEvents(recorded, events);
      return (after?.(told, extra) ?? told)
        .selectFrom('changed' as never)
        .select(columns(extra, tables[table].columns) as never)
        .modifyEnd(end);
    },
  );
  return async (
    core: Pick<Core, 'brands'>,
    tx: Tx,
    {
      write,
      transition,
      events,
      extra = {} as Extra,
      isLast = false,
    }: {
      write: Write<Name>;
      transition?: Transition;
      events: readonly OutgoingEvent[];
      extra?: Extra;
      /** The transaction ends with it, as {@link asLast} says. */
      isLast?: boolean;
    },
  ): Promise<Row | undefined> => {
    const values = {
      write: 'insert' in write ? write : { update: write.update, row: toKey(write.row) },
      transition: transition && { id: uuidv7(), ...transition },
      events: toEventRows(core, events),
      extra,
    };
    const [row] = await run(tx, values, isLast ? last : undefined);
    return row as Row | undefined;
  };
}

const toKey = ({ brand_id, id, status }: { brand_id: string; id: string; status: string }) => ({
  brand_id,
  id,
  status,
});

const last = 'last';

function insertRow(query: QueryCreator<Database>, table: Table, row: object, isLast: boolean) {
  return (
    query
      .insertInto(table as 'deposits')
      .values(row as Insertable<Database['deposits']>)
      // A last statement must fail instead: it is committed whatever it returns.
      .$if('reference' in row && !isLast, (insert) =>
        insert.onConflict((conflict) => conflict.columns(['brand_id', 'reference']).doNothing()),
      )
      .returningAll()
  );
}

function updateInStatus(
  query: QueryCreator<Database>,
  table: Table,
  { update, row }: { update: object; row: ReturnType<typeof toKey> },
): Update {
  return query
    .updateTable(table as 'deposits')
    .set(update as Updateable<Database['deposits']>)
    .where('brand_id', '=', row.brand_id)
    .where('id', '=', row.id)
    .where('status', '=', row.status as Deposit['status'])
    .returningAll();
}

function insertTransition(
  query: Pick<QueryCreator<Database>, 'insertInto'>,
  [table, subject]: NonNullable<(typeof tables)[Table]['history']>,
  { id, from, to, reason }: Transition & { id: string },
) {
  return insertFor(query, table, 'changed', {
    id,
    brand_id: sql.ref('changed.brand_id'),
    [subject]: sql.ref('changed.id'),
    from_status: from,
    to_status: to,
    reason,
  } as never);
}
