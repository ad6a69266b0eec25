import { sql, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { connect, type Db } from './connect.ts';
import { buildMigrator, migrate } from './migrate.ts';
import type { WithdrawalsTable } from './tables/withdrawals.ts';

let url: string;
let db: Db;

/** Creates a database without the last migrations; the first missing one locks `webhook_events`. */
async function openOld(): Promise<void> {
  url = await createTestDatabase();
  db = connect(url);
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrateTo('011-data-protection');
}

async function migrateTo(name: string): Promise<void> {
  const { error } = await buildMigrator(db).migrateTo(name);
  expect(error).toBeUndefined();
}

const limits = { lockTimeoutMs: 100, pauseMs: 10 };

describe('beside a transaction that holds a table', () => {
  beforeEach(openOld);
  afterEach(() => db.destroy());

  /** Locks a table while `work` runs, as a long transaction does. */
  function holding<Result>(work: () => Promise<Result>): Promise<Result> {
    return db.transaction().execute(async (tx) => {
      await sql`lock table webhook_events in row exclusive mode`.execute(tx);
      return work();
    });
  }

  /** Counts the sessions that wait for a table lock. */
  async function countWaiting(): Promise<number> {
    const { rows } = await sql`
      select 1 from pg_locks l join pg_database d on d.oid = l.database
      where not l.granted and d.datname = current_database()`.execute(db);
    return rows.length;
  }

  test('gives up after some attempts if a transaction holds a table, and says so', async () => {
    await holding(async () => {
      await expect(migrate(url, { ...limits, attempts: 2 })).rejects.toThrow(
        /^Migration 012-operator-search failed: another transaction held a table lock for too long, 2 times\./,
      );
    });
    const { rows } =
      await sql`select 1 from pg_indexes where indexname = 'webhook_events_by_type'`.execute(db);
    expect(rows).toEqual([]);
  });

  test('continues once the table is free', async () => {
    let migrated: Promise<void> | undefined;
    await holding(async () => {
      // More attempts than fit into the time until both counts were seen.
      migrated = migrate(url, { ...limits, attempts: 10_000 });
      // Waits until the migration has failed to get the lock at least once.
      await expect.poll(countWaiting).toBe(1);
      await expect.poll(countWaiting).toBe(0);
    });
    await migrated;
    const { rows } =
      await sql`select 1 from pg_indexes where indexname = 'webhook_events_by_type'`.execute(db);
    expect(rows).toHaveLength(1);
  });

  /** Reads two tables one after the other while a migration runs in between. */
  async function readBeside(
    first: string,
    second: string,
    limits: { attempts: number; lockTimeoutMs: number },
  ): Promise<void> {
    let migrated: Promise<void> | undefined;
    await db.transaction().execute(async (tx) => {
      // The migration detects the deadlock, as it waits first.
      await sql`set local deadlock_timeout = '60s'`.execute(tx);
      await sql`select 1 from ${sql.table(first)} limit 1`.execute(tx);
      migrated = migrate(url, { pauseMs: 10, ...limits });
      migrated.catch(() => {});
      await expect.poll(countWaiting).toBe(1);
      await sql`select 1 from ${sql.table(second)} limit 1`.execute(tx);
    });
    await migrated;
  }

  test("lets a deposit read the player's other deposits before its session", () =>
    readBeside('deposits', 'payment_sessions', { attempts: 1, lockTimeoutMs: 60_000 }));

  test('releases its locks in a deadlock, and tries again', () =>
    readBeside('payment_sessions', 'deposits', { attempts: 100, lockTimeoutMs: 5_000 }));
});

test('a process of the previous release starts on the schema of a later one', async () => {
  const migrated = await createTestDatabase();
  const later = connect(migrated);
  await sql`insert into kysely_migration (name, timestamp) values ('999-later', '')`.execute(later);
  await later.destroy();
  await migrate(migrated);
});

describe('what earlier releases have stored', () => {
  const [maker, made] = [uuidv7(), uuidv7()];
  const ids = { earlier: uuidv7(), later: uuidv7() };

  // One migration for all tests: each release stores its rows before the next one.
  beforeAll(async () => {
    await openOld();
    await insertKeys();
    await migrateTo('023-indexes-of-lists');
    await insertBonus('before');
    await insertDeposit();
    await reverse('refund', 5);
    await reverse('refund', 6);
    await reverse('chargeback', 20);
    await reverse('reversal', 4);
    await migrateTo('046-chains');
    await insertWithdrawal(ids.earlier);
    await migrate(url);
  });
  afterAll(() => db.destroy());

  async function insertKeys(): Promise<void> {
    for (const id of [maker, made]) {
      await sql`insert into operator_keys (id, brand_id, name, scopes, secret_hash, created_by)
        values (${id}, 'kassa', 'desk', '{keys}', ${id}, 'a test')`.execute(db);
    }
    for (const keyId of [maker, maker, null]) {
      await sql`insert into operator_acts
        (id, brand_id, key_id, actor, action, outcome, subject_kind, subject_id, request, request_id)
        values (${uuidv7()}, 'kassa', ${keyId}, 'desk', 'keys-rotate', 'done', 'key',
          ${made.toUpperCase()}, '{}', 'KR-1')`.execute(db);
    }
  }

  test('tells which key rotated another one, by the log of acts', async () => {
    const keys = await db.selectFrom('operator_keys').select(['id', 'rotated_by_keys']).execute();
    expect(keys).toEqual(
      expect.arrayContaining([
        { id: maker, rotated_by_keys: [] },
        { id: made, rotated_by_keys: [maker] },
      ]),
    );
  });

  const insertBonus = (title: string) =>
    sql`
      with player as (
        insert into players (id, brand_id, external_id) values (gen_random_uuid(), 'kassa', ${title})
        returning id)
      insert into bonuses (id, brand_id, player_id, kind, title, currency, min_deposit, percent,
        must_accrue_before, status, revoke_id, actor, reason)
      select gen_random_uuid(), 'kassa', id, 'deposit', ${title}, 'EUR', 10, 50,
        now(), 'offered', gen_random_uuid(), 'desk', 'a welcome'
      from player`.execute(db);

  test('a bonus from before withdrawals forfeited bonuses is sticky; a later one is forfeited', async () => {
    await insertBonus('after');
    const { rows } = await sql`select title, on_withdrawal from bonuses order by title`.execute(db);
    expect(rows).toEqual([
      { title: 'after', on_withdrawal: 'forfeited' },
      { title: 'before', on_withdrawal: 'sticky' },
    ]);
  });

  const insertWithdrawal = (id: string) =>
    sql`
      with player as (
        insert into players (id, brand_id, external_id) values (gen_random_uuid(), 'kassa', ${id})
        returning id)
      insert into withdrawals (id, brand_id, player_id, reference, payment_method, connector, status,
        amount, currency, hold_id, settle_id, return_id)
      select ${id}, 'kassa', id, ${id}, 'card', 'sandbox', 'approved', 50, 'EUR',
        gen_random_uuid(), gen_random_uuid(), gen_random_uuid()
      from player`.execute(db);

  test('a process of the previous release sends no withdrawal that a later one has begun', async () => {
    await insertWithdrawal(ids.later);
    const payout = { payout_amount: '0.01', payout_currency: 'ETH' };
    await db.updateTable('withdrawals').set(payout).where('id', '=', ids.later).execute();
    const move = (id: string, columns: Updateable<WithdrawalsTable>) =>
      db.updateTable('withdrawals').set(columns).where('id', '=', id).execute();
    await move(ids.earlier, { status: 'sending' });
    await expect(move(ids.later, { status: 'sending' })).rejects.toThrow('a later release');
    await move(ids.later, { status: 'sending', sent_through: 'chain' });
    // The provider certainly did nothing: the same holds again.
    await move(ids.later, { status: 'approved' });
    await expect(move(ids.later, { status: 'sending' })).rejects.toThrow('a later release');
  });

  const insertDeposit = () =>
    sql`
      with player as (
        insert into players (id, brand_id, external_id) values (gen_random_uuid(), 'kassa', 'ann')
        returning id),
      deposit as (
        insert into deposits (id, brand_id, player_id, reference, payment_method, connector, status,
          amount, currency, account_amount, account_currency, credited_amount,
          return_url, expires_at)
        select gen_random_uuid(), 'kassa', id, 'KS-1', 'card', 'sandbox', 'processed',
          100, 'EUR', 100, 'EUR', 100, '', now()
        from player returning id)
      insert into payments (id, brand_id, deposit_id, connector, provider_payment_id, amount, currency,
        status, parked_reason, evidence)
      select gen_random_uuid(), 'kassa', id, 'sandbox', 'p1', 100, 'EUR', 'parked', 'a test', ''
      from deposit`.execute(db);

  /** The statements of the release before the columns. */
  async function reverse(kind: string, amount: number): Promise<void> {
    await sql`
      insert into reversals (id, brand_id, player_id, deposit_id, connector, kind,
        provider_reversal_id, amount, currency, account_amount, account_currency, status, capture_id,
        confirmed_by, evidence, payment_id)
      select gen_random_uuid(), 'kassa', d.player_id, d.id, 'sandbox', ${kind}, gen_random_uuid(),
        ${amount}, 'EUR', ${amount}, 'EUR', 'pending', gen_random_uuid(), 'provider', '', p.id
      from deposits d join payments p on p.deposit_id = d.id`.execute(db);
    await sql`update deposits set reversed_amount = reversed_amount + ${amount}`.execute(db);
  }

  test('refunds and chargebacks of a deposit are summed up by kind, whichever release books them', async () => {
    const sums = async () => {
      const { rows } = await sql`
        select refunded_amount, charged_back_amount, reversed_amount from deposits`.execute(db);
      return rows;
    };
    expect(await sums()).toEqual([
      { refunded_amount: '11', charged_back_amount: '20', reversed_amount: '35' },
    ]);
    await reverse('refund', 3);
    await reverse('chargeback', 7);
    await reverse('reversal', 1);
    expect(await sums()).toEqual([
      { refunded_amount: '14', charged_back_amount: '27', reversed_amount: '46' },
    ]);
  });
});
