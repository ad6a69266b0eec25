import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { connect } from './connect.ts';
import { isDatabaseAway } from './is-database-away.ts';

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => error,
  );

test('of too many that wait one more is refused at once, and the others get their turn', async () => {
  const db = connect(await createTestDatabase(), { poolSize: 1 });
  const turns: number[] = [];
  const refused = await db.connection().execute(async () => {
    const waiting = Array.from({ length: 10 }, (_, turn) =>
      sql`select 1`.execute(db).then(() => turns.push(turn)),
    );
    const oneMore = await failure(sql`select 1`.execute(db));
    return { oneMore, waiting };
  });
  expect(isDatabaseAway(refused.oneMore)).toBe(true);
  await Promise.all(refused.waiting);
  expect(turns).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await db.destroy();
});

test('a transaction whose database fell silent is never committed by who comes next', async () => {
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
