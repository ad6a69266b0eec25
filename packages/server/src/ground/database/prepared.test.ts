import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve, bringPlayer } from '../../testing/paying-player.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { connect, type Db } from './connect.ts';
import { asPrepared } from './prepared.ts';

let server: TestServer;

beforeAll(async () => {
  const secrets = ['whsec_b3BlcmF0b3IncyBzZWNyZXQgb2YgdGVzdHM='];
  server = await startTestServer(
    {},
    { brand: { webhook: { url: 'http://localhost:9', secrets } } },
  );
});

afterAll(() => server.stop());

const listPrepared = async (db: Db) => {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements order by 1`.execute(db);
  return rows.map(({ statement }) => statement);
};

test.each([
  ['a connection', false, 1],
  ['a transaction pooler', true, 0],
])('through %s, a marked statement is prepared or not', async (_, isPooled, count) => {
  const db = connect(await createTestDatabase(), { poolSize: 1, isPooled });
  for (const id of ['a', 'b']) {
    const found = await db
      .selectFrom('jobs')
      .select('name')
      .where('name', '=', id)
      .modifyEnd(asPrepared)
      .execute();
    expect(found).toEqual([]);
  }
  await db.selectFrom('jobs').select('name').execute();
  expect(await listPrepared(db)).toHaveLength(count);
  await db.destroy();
});

test('a column that a later release adds disturbs no prepared statement of this one', async () => {
  const player = await bringPlayer(server);
  const pay = async (times: number) => {
    // As many at once as the pool has connections.
    const deposits = await Promise.all(Array.from({ length: times }, () => player.deposit('10')));
    await Promise.all(deposits.map(({ paymentId }) => approve(server, paymentId)));
  };
  await pay(20);
  await expect.poll(() => player.balance()).toBe('200.00');
  expect((await player.withdraw('50')).status).toBe(200);
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.core.db);
  for (const { name } of tables) {
    await sql`alter table ${sql.table(name)} add column of_a_later_release text`.execute(
      server.core.db,
    );
  }
  await pay(20);
  await expect.poll(() => player.balance()).toBe('350.00');
  expect((await player.withdraw('50')).status).toBe(200);
});
