import type pg from 'pg';
import { buildTemplate, type FreshValues, type Template } from './fresh-values.ts';
import type { Unit } from './recorded-statements.ts';

interface ReplayedStatement {
  sql: string;
  values: (Template | null)[];
}

/** A prepared unit: a replay only fills in values. */
export interface ReplayedUnit {
  isTransaction: boolean;
  statements: ReplayedStatement[];
}

export function prepareReplay(units: Unit[]): ReplayedUnit[] {
  return units.map(({ isTransaction, statements }) => ({
    isTransaction,
    statements: statements.map(({ sql, values }) => ({
      sql,
      values: values.map((value) => (value === null ? null : buildTemplate(value))),
    })),
  }));
}

/** Sends the recorded statements one after another, each transaction on its own connection. */
export async function replay(
  pool: pg.Pool,
  units: ReplayedUnit[],
  fresh: FreshValues,
): Promise<void> {
  for (const { isTransaction, statements } of units) {
    if (isTransaction) await replayTransaction(pool, statements, fresh);
    else for (const statement of statements) await ask(pool, statement, fresh);
  }
}

async function replayTransaction(
  pool: pg.Pool,
  statements: ReplayedStatement[],
  fresh: FreshValues,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await ask(client, statement, fresh);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function ask(
  client: pg.Pool | pg.PoolClient,
  { sql, values }: ReplayedStatement,
  fresh: FreshValues,
): Promise<unknown> {
  return client.query(
    sql,
    values.map((value) => (value === null ? null : fresh.fill(value))),
  );
}
