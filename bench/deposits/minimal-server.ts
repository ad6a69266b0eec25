// The least that an honest cashier must write for a deposit, by a handler without any rule: the
// idempotency key, the deposit, its status and the answer, the receipt, two ledger entries and the
// event, one statement each, in three transactions. Tables without indexes beyond their keys.
// ~
// Not included: everything that `bare-server.ts` leaves out, and all checks, limits, histories,
// attempts, balances and the inbox of notifications.
import Fastify from 'fastify';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { playerHeader } from './player.ts';

const settings = z.object({ PORT: z.string(), BENCH_DATABASE_URL: z.string() }).parse(process.env);
/** The pool has the server's size (packages/server/src/ground/database/connect.ts). */
const pool = new pg.Pool({ connectionString: settings.BENCH_DATABASE_URL, max: 10 });

await pool.query(`
  create table idempotency_keys (
    player text, key text, deposit_id uuid not null, answer jsonb, primary key (player, key));
  create table deposits (
    id uuid primary key, player text not null, amount numeric not null check (amount > 0),
    currency text not null, status text not null, created_at timestamptz not null default now(),
    updated_at timestamptz not null default now());
  create table payments (
    id uuid primary key, deposit_id uuid not null references deposits,
    provider_payment_id text not null unique, amount numeric not null check (amount > 0),
    currency text not null, status text not null, created_at timestamptz not null default now());
  create index on payments (deposit_id);
  create table ledger_entries (
    transfer_id uuid, line int, account text not null, amount numeric not null check (amount <> 0),
    currency text not null, primary key (transfer_id, line));
  create table webhook_events (
    id uuid primary key, deposit_id uuid not null references deposits, type text not null,
    data jsonb not null, created_at timestamptz not null default now())`);

const app = Fastify();
app.get('/readyz', () => ({ status: 'ready' }));

interface Order {
  amount: string;
  currency: string;
}

app.post<{ Body: Order }>('/api/banking/deposit-create', async ({ headers, body }) => {
  const player = String(headers[playerHeader]);
  const key = String(headers['idempotency-key']);
  const { amount, currency } = body;
  const depositId = uuidv7();
  await inTransaction(async (tx) => {
    await tx.query(
      'insert into idempotency_keys (player, key, deposit_id) values ($1, $2, $3) on conflict do nothing returning key',
      [player, key, depositId],
    );
    await tx.query(
      "insert into deposits (id, player, amount, currency, status) values ($1, $2, $3, $4, 'created')",
      [depositId, player, amount, currency],
    );
  });
  const answer = { depositId };
  await inTransaction(async (tx) => {
    await tx.query(
      "update deposits set status = 'waiting', updated_at = now() where id = $1 and status = 'created'",
      [depositId],
    );
    await tx.query('update idempotency_keys set answer = $1 where player = $2 and key = $3', [
      JSON.stringify(answer),
      player,
      key,
    ]);
  });
  return answer;
});

interface Paid {
  payment: { id: string; merchantReference: string; paidAmount: string; currency: string };
}

app.post<{ Body: Paid }>('/api/providers/kassa/sandbox/notifications', async ({ body }) => {
  const { id, merchantReference: depositId, paidAmount: amount, currency } = body.payment;
  const paymentId = uuidv7();
  await inTransaction(async (tx) => {
    const { rows } = await tx.query<{ player: string }>(
      "update deposits set status = 'credited', updated_at = now() where id = $1 and status = 'waiting' returning player",
      [depositId],
    );
    const [deposit] = rows;
    if (deposit === undefined) return;
    await tx.query(
      "insert into payments (id, deposit_id, provider_payment_id, amount, currency, status) values ($1, $2, $3, $4, $5, 'credited')",
      [paymentId, depositId, id, amount, currency],
    );
    await tx.query(
      'insert into ledger_entries (transfer_id, line, account, amount, currency) values ($1, 1, $2, $3, $5), ($1, 2, $4, -$3::numeric, $5)',
      [paymentId, `player ${deposit.player}`, amount, 'clearing', currency],
    );
    await tx.query(
      "insert into webhook_events (id, deposit_id, type, data) values ($1, $2, 'deposit.status', $3)",
      [uuidv7(), depositId, JSON.stringify({ depositId, amount, currency })],
    );
  });
  return { received: true };
});

async function inTransaction(write: (tx: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await write(client);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => pool.end())
    .then(() => process.exit(0));
});
await app.listen({ host: 'localhost', port: Number(settings.PORT) });
