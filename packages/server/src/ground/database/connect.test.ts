import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { connect, type Db, type Tx } from './connect.ts';
import { DatabaseBusy, isDatabaseAway } from './is-database-away.ts';
import { asHeld, asLast } from './prepared.ts';

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => error,
  );

test('rejects new callers at once while others have waited too long, and serves those others', async () => {
  const db = connect(await createTestDatabase(), { poolSize: 1 });
  const turns: string[] = [];
  const waiting: Promise<unknown>[] = [];
  await db.connection().execute(async () => {
    for (const turn of ['first', 'second']) {
      waiting.push(failure(sql`select 1`.execute(db).then(() => turns.push(turn))));
    }
    // Earlier callers aren't rejected: they wait like the first one.
    const refusal = await vi.waitUntil(
      async () => {
        const asked = failure(sql`select 1`.execute(db));
        waiting.push(asked);
        const atOnce = await Promise.race([asked, delay(20, null)]);
        return isDatabaseAway(atOnce) && atOnce;
      },
      { timeout: 10_000 },
    );
    expect(refusal).toBeInstanceOf(DatabaseBusy);
    expect(turns).toEqual([]);
  });
  // The same holds for the callers in between: while one of them waits, the pool rejects new
  // callers.
  await Promise.all(waiting);
  expect(turns).toEqual(['first', 'second']);
  await sql`select 1`.execute(db);
  await db.destroy();
});

test('a transaction that timed out is never committed by the next user of its connection', async () => {
  const url = await createTestDatabase();
  const db = connect(url, { poolSize: 1, statementTimeoutMs: 10, isPooled: true });
  await sql`create table made (name text)`.execute(db);
  const pids: number[] = [];
  const lost = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    pids.push(...rows.map(({ pid }) => pid));
    process.kill(pids[0] ?? 0, 'SIGSTOP');
    await sql`insert into made values ('by who was told that it failed')`.execute(tx);
  });
  try {
    expect(isDatabaseAway(await failure(lost))).toBe(true);
    await db.transaction().execute((tx) => sql`insert into made values ('next')`.execute(tx));
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
  const { rows } = await sql<{ name: string }>`select name from made`.execute(db);
  expect(rows).toEqual([{ name: 'next' }]);
  await db.destroy();
});

test('a transaction is committed with a last statement that is marked, or rolled back with it', async () => {
  const db = connect(await createTestDatabase(), { poolSize: 1 });
  await sql`create table made (name text primary key deferrable initially deferred)`.execute(db);
  const insert = (tx: Tx, name: string) =>
    sql`insert into made values (${name}) ${asLast}`.execute(tx);
  await db.transaction().execute(async (tx) => {
    await sql`insert into made values ('first')`.execute(tx);
    await insert(tx, 'last');
  });
  // The first statement is the last one.
  await db.transaction().execute((tx) => insert(tx, 'only'));
  const failing = db.transaction().execute(async (tx) => {
    await sql`insert into made values ('lost')`.execute(tx);
    await sql`insert into nowhere values (1) ${asLast}`.execute(tx);
  });
  expect(await failure(failing)).toMatchObject({ code: '42P01' });
  // The constraint is checked by the commit.
  const refused = db.transaction().execute((tx) => insert(tx, 'last'));
  expect(await failure(refused)).toMatchObject({ code: '23505' });
  const tooLate = db.transaction().execute(async (tx) => {
    await insert(tx, 'before');
    await sql`insert into made values ('after')`.execute(tx);
  });
  expect(await failure(tooLate)).toMatchObject({
    message: expect.stringMatching(/after the last/),
  });
  // Outside of a transaction it is a statement like any other.
  await sql`insert into made values ('alone') ${asLast}`.execute(db);
  await db.transaction().execute((tx) => sql`insert into made values ('next')`.execute(tx));
  const { rows } = await sql<{ name: string }>`select name from made order by 1`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual([
    'alone',
    'before',
    'first',
    'last',
    'next',
    'only',
  ]);
  await db.destroy();
});

test('a held statement is sent with the next one, and its error is that of the transaction', async () => {
  const db = connect(await createTestDatabase(), { poolSize: 1 });
  await sql`create table made (name text primary key)`.execute(db);
  const hold = (tx: Tx | Db, name: string) =>
    sql`insert into made values (${name}) ${asHeld}`.execute(tx);
  const read = async (tx: Tx | Db) => {
    const { rows } = await sql<{ name: string }>`select name from made order by 1`.execute(tx);
    return rows.map(({ name }) => name);
  };
  const seen = await db.transaction().execute(async (tx) => {
    await hold(tx, 'a');
    await hold(tx, 'b');
    const names = await read(tx);
    // Nothing comes after it.
    await hold(tx, 'c');
    return names;
  });
  expect(seen).toEqual(['a', 'b']);
  const isTaken = { code: '23505' };
  const followed = db.transaction().execute(async (tx) => {
    await hold(tx, 'a');
    await sql`select 1`.execute(tx);
  });
  expect(await failure(followed)).toMatchObject(isTaken);
  const committed = db.transaction().execute(async (tx) => {
    await sql`insert into made values ('lost')`.execute(tx);
    await hold(tx, 'a');
  });
  expect(await failure(committed)).toMatchObject(isTaken);
  const marked = db.transaction().execute(async (tx) => {
    await hold(tx, 'a');
    await sql`insert into made values ('lost') ${asLast}`.execute(tx);
  });
  expect(await failure(marked)).toMatchObject(isTaken);
  const givenUp = db.transaction().execute(async (tx) => {
    await hold(tx, 'lost');
    throw new Error('given up');
  });
  expect(await failure(givenUp)).toMatchObject({ message: 'given up' });
  // Outside of a transaction it is a statement like any other.
  await hold(db, 'd');
  expect(await read(db)).toEqual(['a', 'b', 'c', 'd']);
  await db.destroy();
});

test('a transaction is begun with its first statement, and rolled back as a whole', async () => {
  const db = connect(await createTestDatabase(), { poolSize: 1 });
  await sql`create table made (name text)`.execute(db);
  const state = sql<{ state: string; began: Date }>`
    select state, xact_start as began from pg_stat_activity where pid = pg_backend_pid()`;
  const lost = db.transaction().execute(async (tx) => {
    const { rows } = await state.execute(tx);
    await sql`insert into made values ('one')`.execute(tx);
    // Still in the same transaction.
    expect((await state.execute(tx)).rows).toEqual(rows);
    await sql`insert into nowhere values (1)`.execute(tx);
  });
  expect(await failure(lost)).toMatchObject({ code: '42P01' });
  // One whose first statement fails, and one without any.
  expect(
    await failure(db.transaction().execute((tx) => sql`select nothing`.execute(tx))),
  ).toMatchObject({ code: '42703' });
  await db.transaction().execute(async () => {});
  await db.transaction().execute((tx) => sql`insert into made values ('two')`.execute(tx));
  const { rows } = await sql<{ name: string }>`select name from made`.execute(db);
  expect(rows).toEqual([{ name: 'two' }]);
  await db.destroy();
});
