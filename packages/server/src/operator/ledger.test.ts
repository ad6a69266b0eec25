import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { approve, bringPlayer } from '../testing/paying-player.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let operator: OperatorClient;

beforeAll(async () => {
  server = await startTestServer();
  operator = await createOperator(server);
});

afterAll(() => server.stop());

const today = () => new Date().toISOString().slice(0, 10);

const download = async (from: string, to: string): Promise<Record<string, string>[]> =>
  parse(await operator.download('ledger-export', { from, to }), { columns: true });

test('exports every entry of the requested days, and they sum to zero', async () => {
  const before = today();
  const player = await bringPlayer(server);
  const { depositId, reference, paymentId } = await player.deposit();
  await approve(server, paymentId);
  await expect.poll(player.balance).toBe('100.00');
  const withdrawal = (await player.withdraw('40')).body;
  const rows = await download(before, today());
  const { db } = server.core;
  const entries = await db.selectFrom('ledger_entries').select('transfer_id').execute();
  expect(rows).toHaveLength(entries.length);
  expect(rows.filter((row) => row.depositId === depositId)).toMatchObject([
    { kind: 'deposit', line: '1', account: 'clearing', owner: 'sandbox', currency: 'EUR' },
    { kind: 'deposit', line: '2', account: 'player', amount: '100.00' },
  ]);
  const players = new Set(rows.map(({ playerId }) => playerId));
  expect(players.size).toBe(1);
  const named = rows.map((row) => [row.player, row.reference, row.method].join());
  expect(new Set(named)).toEqual(
    new Set([`${player.id},${reference},card`, `${player.id},${withdrawal.reference},payout`]),
  );
  await db.updateTable('players').set({ erased_at: new Date() }).execute();
  const erased = await download(before, today());
  expect(new Set(erased.map((row) => row.player))).toEqual(new Set(['']));
  expect(erased.map((row) => row.reference)).toEqual(rows.map((row) => row.reference));
  expect(rows.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0);
  expect(await download('2020-01-01', '2020-12-31')).toEqual([]);
});

test('exports all entries, however many transfers there are', async () => {
  const { db } = server.core;
  const account = await db.selectFrom('ledger_accounts').selectAll().execute();
  const [one] = account;
  const day = new Date('2024-02-03T10:00:00Z');
  // More than two batches, many with the same time.
  await sql`
    with transfers as (
      insert into ledger_transfers (id, brand_id, kind, created_at)
      select gen_random_uuid(), 'kassa', 'adjustment', ${day} from generate_series(1, 2500)
      returning id)
    insert into ledger_entries (transfer_id, line, brand_id, account_id, currency, amount)
    select id, line, 'kassa', ${one?.id}, 'EUR', 3 - 2 * line
    from transfers, generate_series(1, 2) as line`.execute(db);
  // PostgreSQL runs this by itself after a while; its statistics of empty tables give a bad plan.
  await sql`analyze ledger_transfers, ledger_entries`.execute(db);
  const rows = await download('2024-02-03', '2024-02-03');
  expect(rows).toHaveLength(5000);
  expect(new Set(rows.map(({ transferId }) => transferId)).size).toBe(2500);
});

test('needs its scope, and is logged', async () => {
  const range = { from: today(), to: today() };
  const reader = await createOperator(server, { scopes: ['read'] });
  expect((await reader.ask('ledger-export', range)).status).toBe(403);
  const { body } = await operator.ask('acts-list', { action: 'ledger-export' });
  expect(body.items.slice(0, 2)).toMatchObject([
    { outcome: 'refused', errorCode: 'scope.missing' },
    { outcome: 'done', request: { from: '2024-02-03' } },
  ]);
  expect((await operator.ask('ledger-export', { from: 'x', to: 'y' })).status).toBe(400);
});
