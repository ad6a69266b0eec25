import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, type Db } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { arrivalBounds } from '../policy/arrival-times.ts';
import { countAttempts } from './count-attempts.ts';

let db: Db;
let brandId: string;
let playerId: string;
const noon = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  // A busy machine may serve the callers of a test slowly.
  db = connect(await createTestDatabase(), { mostWaitMs: 60_000 });
});
afterAll(() => db.destroy());
beforeEach(async () => {
  brandId = `brand-${uuidv7()}`;
  playerId = uuidv7();
  const player = { id: playerId, brand_id: brandId, external_id: 'player' };
  await db.insertInto('players').values(player).execute();
});

/** Inserts a deposit, which begins an attempt, and lets it end in a status unless it stays open. */
async function insert(
  status: Deposit['status'] | null,
  { country = 'de', account = 'north', at = noon } = {},
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto('deposits')
    .values({
      id,
      brand_id: brandId,
      player_id: playerId,
      reference: id,
      payment_method: 'card',
      connector: account,
      status: 'created',
      amount: '10',
      currency: 'EUR',
      account_amount: '10',
      account_currency: 'EUR',
      country: country === '' ? null : country,
      return_url: 'http://localhost',
      expires_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute();
  if (status !== null) {
    const ended = { status, updated_at: at };
    await db.updateTable('deposits').set(ended).where('id', '=', id).execute();
  }
  return id;
}

async function pay(id: string, { account = 'north', at = noon } = {}): Promise<void> {
  await db
    .insertInto('payments')
    .values({
      id: uuidv7(),
      brand_id: brandId,
      deposit_id: id,
      connector: account,
      provider_payment_id: uuidv7(),
      amount: '10',
      currency: 'EUR',
      status: 'parked',
      parked_reason: 'a test',
      evidence: 'a test',
      created_at: at,
    })
    .execute();
}

/** Begins the next attempt of a deposit, as a failover does. */
async function goOn(id: string, account: string): Promise<void> {
  const failed = { outcome: 'failed' as const, ended_at: noon };
  await db.updateTable('deposit_attempts').set(failed).where('deposit_id', '=', id).execute();
  const next = { connector: account, attempt: 2 };
  await db.updateTable('deposits').set(next).where('id', '=', id).execute();
}

const statistics = async () =>
  (
    await db
      .selectFrom('route_statistics')
      .selectAll()
      .where('brand_id', '=', brandId)
      .orderBy('day')
      .orderBy('account')
      .orderBy('country')
      .execute()
  ).map(({ account, country, attempts, credits, latest }) => [
    account,
    country,
    attempts,
    credits,
    latest,
  ]);

/** The counted times of each row, by the upper bound of their class in seconds. */
async function times(): Promise<Record<string, number>[]> {
  const rows = await db
    .selectFrom('route_statistics')
    .select('arrivals')
    .where('brand_id', '=', brandId)
    .orderBy('day')
    .execute();
  return rows.map(({ arrivals }) =>
    Object.fromEntries(
      arrivals.flatMap((count, index) =>
        count === 0 ? [] : [[arrivalBounds[index] ?? 'longer', count]],
      ),
    ),
  );
}

describe('the statistics of a route', () => {
  test('count each attempt that has ended, once, and those whose money arrived', async () => {
    await insert('declined', { at: new Date('2026-11-20T12:00:01Z') });
    await pay(await insert(null), { at: new Date('2026-11-20T12:00:02Z') });
    await insert('autoCanceled', { at: new Date('2026-11-20T12:00:03Z') });
    // Still open.
    await insert(null);
    expect(await countAttempts({ db })).toBe(3);
    expect(await countAttempts({ db })).toBe(0);
    expect(await statistics()).toEqual([['north', 'de', 3, 1, '010']]);
    await insert('failed');
    await countAttempts({ db });
    expect(await statistics()).toEqual([['north', 'de', 4, 1, '0100']]);
  });

  test('are one row by account, country and day', async () => {
    await insert('failed', { account: 'south', country: '' });
    await insert('failed', { country: 'at' });
    await insert('failed', { at: new Date('2026-11-19T23:59:59Z') });
    await countAttempts({ db });
    expect(await statistics()).toEqual([
      ['north', 'de', 1, 0, '0'],
      ['north', 'at', 1, 0, '0'],
      ['south', '', 1, 0, '0'],
    ]);
  });

  test('add a credit alone for money that comes after the attempt was counted', async () => {
    const id = await insert('autoCanceled');
    await countAttempts({ db });
    await pay(id, { at: new Date('2026-11-22T12:00:00Z') });
    await countAttempts({ db });
    // A second receipt is no second credit.
    await pay(id);
    await countAttempts({ db });
    expect(await statistics()).toEqual([['north', 'de', 1, 1, '0']]);
  });

  test('count a second payment as a credit of its own route', async () => {
    const id = await insert(null);
    await goOn(id, 'south');
    await pay(id, { account: 'north' });
    await countAttempts({ db });
    expect(await statistics()).toEqual([
      ['north', 'de', 1, 1, '1'],
      ['south', 'de', 1, 0, '0'],
    ]);
    await pay(id, { account: 'south' });
    await countAttempts({ db });
    expect(await statistics()).toEqual([
      ['north', 'de', 1, 1, '1'],
      ['south', 'de', 1, 1, '0'],
    ]);
  });

  test('count money once if another attempt becomes the paid one', async () => {
    const id = await insert(null);
    await goOn(id, 'south');
    await pay(id, { account: 'north' });
    await countAttempts({ db });
    await pay(id, { account: 'south' });
    await countAttempts({ db });
    const credited = {
      status: 'credited' as const,
      processed_amount: '10',
      processed_currency: 'EUR',
      rounding: '0',
      rate: '1',
      rate_source: 'a test',
      transfer_id: uuidv7(),
    };
    await db
      .updateTable('payments')
      .set(credited)
      .where('deposit_id', '=', id)
      .where('connector', '=', 'south')
      .execute();
    expect(await countAttempts({ db })).toBe(2);
    expect(await statistics()).toEqual([
      ['north', 'de', 1, 1, '1'],
      ['south', 'de', 1, 1, '0'],
    ]);
  });

  test('count the times from the begin of an attempt to its first receipt', async () => {
    const after = (seconds: number) => ({ at: new Date(noon.getTime() + seconds * 1000) });
    await pay(await insert(null), after(50));
    await pay(await insert(null), after(59));
    await insert('declined');
    const late = await insert('autoCanceled');
    await countAttempts({ db });
    expect(await times()).toEqual([{ 60: 2 }]);
    // Late money counts with its own time, and a second receipt not at all.
    await pay(late, after(4000));
    await pay(await insert(null), after(3));
    await countAttempts({ db });
    await pay(late, after(9000));
    await countAttempts({ db });
    expect(await times()).toEqual([{ 5: 1, 60: 2, 7200: 1 }]);
    await pay(await insert(null), after(8 * 24 * 3600));
    await countAttempts({ db });
    expect(await times()).toEqual([{ 5: 1, 60: 2, 7200: 1 }, { longer: 1 }]);
  });

  test('leave out what the operator declined, since no account was asked', async () => {
    const id = await insert(null);
    const refused = { error: 'operator.declined' };
    await db.updateTable('deposit_attempts').set(refused).where('deposit_id', '=', id).execute();
    const declined = { status: 'declined' as const, updated_at: noon };
    await db.updateTable('deposits').set(declined).where('id', '=', id).execute();
    await countAttempts({ db });
    expect(await countAttempts({ db })).toBe(0);
    expect(await statistics()).toEqual([]);
    // Money shows that the account was asked nevertheless.
    await pay(id);
    await countAttempts({ db });
    expect(await statistics()).toEqual([['north', 'de', 1, 1, '1']]);
  });

  test('keep the last 200 outcomes of a day', async () => {
    await pay(await insert(null));
    await countAttempts({ db });
    await Promise.all(Array.from({ length: 200 }, () => insert('failed')));
    await countAttempts({ db });
    expect(await statistics()).toEqual([['north', 'de', 201, 1, '0'.repeat(200)]]);
  });

  test('are right if several processes count at once', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        insert('failed', { account: index % 2 === 0 ? 'north' : 'south' }),
      ),
    );
    const counts = await Promise.all(Array.from({ length: 6 }, () => countAttempts({ db })));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(await statistics()).toEqual([
      ['north', 'de', 30, 0, '0'.repeat(30)],
      ['south', 'de', 30, 0, '0'.repeat(30)],
    ]);
  });
});
