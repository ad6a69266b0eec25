import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { connect, type Db } from './connect.ts';
import { isDatabaseAway } from './is-database-away.ts';

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => error,
  );

async function withDatabase(act: (db: Db) => Promise<void>, options = {}): Promise<void> {
  const db = connect(await createTestDatabase(), options);
  try {
    await act(db);
  } finally {
    await db.destroy();
  }
}

test('a session that is terminated during a query and while idle', () =>
  withDatabase(async (db) => {
    await db.connection().execute(async (own) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own);
      const working = failure(sql`select pg_sleep(60)`.execute(own));
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      expect(isDatabaseAway(await working)).toBe(true);
      expect(isDatabaseAway(await failure(sql`select 1`.execute(own)))).toBe(true);
    });
    // The pool has dropped the connection.
    await sql`select 1`.execute(db);
  }));

test('no server at the address', async () => {
  const db = connect('postgres://kassa:x@127.0.0.1:1/kassa');
  expect(isDatabaseAway(await failure(sql`select 1`.execute(db)))).toBe(true);
  await db.destroy();
});

test('a statement that times out', () =>
  withDatabase(
    async (db) => {
      expect(isDatabaseAway(await failure(sql`select pg_sleep(60)`.execute(db)))).toBe(true);
    },
    { statementTimeoutMs: 50 },
  ));

test('not an invalid statement, nor any other error', () =>
  withDatabase(async (db) => {
    expect(isDatabaseAway(await failure(sql`select 1 / 0`.execute(db)))).toBe(false);
    expect(isDatabaseAway(await failure(sql`select from nowhere`.execute(db)))).toBe(false);
    expect(isDatabaseAway(new TypeError('x is undefined'))).toBe(false);
    expect(isDatabaseAway('nothing failed')).toBe(false);
  }));
