import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outbox } from '../../core/core.ts';
import { connect, type Db } from '../../ground/database/connect.ts';
import { type OperatorEndpoint, startOperatorEndpoint } from '../../testing/operator-endpoint.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { buildBonusData, buildDepositData } from '../../testing/webhook-data.ts';
import { type deliveryStates, listDeliveries, loadDelivery } from './list-deliveries.ts';
import { buildOutbox } from './outbox.ts';
import { recordEvent } from './record-event.ts';
import { redeliver, redeliverFailed } from './redeliver.ts';

let db: Db;
let endpoint: OperatorEndpoint;
/** No brand is known here, so `recordEvent` skips none for its lack of a webhook. */
const noBrands = { brands: new Map() };
let core: { db: Db; now: () => Date; outbox: Outbox };

beforeAll(async () => {
  db = connect(await createTestDatabase(), { mostWaitMs: 60_000 });
  endpoint = await startOperatorEndpoint();
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const now = () => new Date();
  const webhook = { url: endpoint.url, secrets: [endpoint.secret], timeoutMs: 20_000 };
  const brands = new Map([['casino', { id: 'casino', webhook }]]);
  core = { db, now, outbox: buildOutbox({ db, brands, log, now }) };
  for (const [brandId, externalId] of [
    ['casino', 'ann'],
    ['casino', 'bob'],
    ['other', 'ann'],
  ] as const) {
    const id = uuidv7();
    await db
      .insertInto('players')
      .values({ id, brand_id: brandId, external_id: externalId })
      .execute();
    const player = { brandId, playerId: id };
    await db.transaction().execute(async (tx) => {
      const data = buildDepositData(externalId);
      await recordEvent(noBrands, tx, { ...player, type: 'deposit.status', data });
      await recordEvent(noBrands, tx, {
        ...player,
        type: 'bonus.offered',
        data: buildBonusData(externalId),
      });
    });
  }
  // Each event has a millisecond of its own, since the test filters by time.
  await sql`
    update webhook_events set created_at = created_at + n * interval '1 ms'
    from (select id, row_number() over (order by id) as n from webhook_events) numbered
    where numbered.id = webhook_events.id`.execute(db);
  // Bob's endpoint responds with 410, and this is the last attempt of three days: his events fail.
  await db
    .updateTable('webhook_events')
    .set({ round_began_at: new Date(0) })
    .execute();
  endpoint.answer = ({ body }) => ({ status: body.playerId === 'bob' ? 410 : 200, body: 'seen' });
  await sendDue();
});

afterAll(async () => {
  await core.outbox.stop();
  await endpoint.close();
  await db.destroy();
});

async function sendDue(): Promise<void> {
  core.outbox.wake();
  await core.outbox.settle();
}

const list = (filter = {}) => listDeliveries(db, 'casino', filter);

test('lists the events of one brand, newest first, with filters', async () => {
  const all = await list();
  expect(all.map(({ playerId, sequence }) => `${playerId} ${sequence}`)).toEqual([
    'bob 2',
    'bob 1',
    'ann 2',
    'ann 1',
  ]);
  expect(all[3]).toMatchObject({
    type: 'deposit.status',
    status: 'delivered',
    attempts: 1,
    nextAttemptAt: null,
    deliveredAt: expect.any(Date),
  });
  expect(await list({ status: 'failed' })).toMatchObject([
    { playerId: 'bob' },
    { playerId: 'bob' },
  ]);
  expect(await list({ type: 'bonus.offered', playerId: 'ann' })).toMatchObject([{ sequence: 2 }]);
  expect(await list({ limit: 1, before: all[1]?.id })).toEqual([all[2]]);
  expect(await list({ from: all[1]?.createdAt, to: all[0]?.createdAt })).toEqual([all[1]]);
  expect(await list({ playerId: 'nobody' })).toEqual([]);
});

test("loads one event with its data and log, and never another brand's", async () => {
  const [failed] = await list({ status: 'failed' });
  const id = failed?.id ?? '';
  expect(await loadDelivery(db, 'casino', id)).toMatchObject({
    ...failed,
    data: { bonusId: 'bob' },
    log: [{ outcome: 'gone', httpStatus: 410, answer: 'seen', startedAt: expect.any(Date) }],
  });
  expect(await loadDelivery(db, 'other', id)).toBeNull();
  expect(await redeliver(core, 'other', id)).toBe(false);
});

test('sends one event again under the same id, even if it was delivered before', async () => {
  const [delivered] = await list({ status: 'delivered' });
  const id = delivered?.id ?? '';
  expect(await redeliver(core, 'casino', id)).toBe(true);
  await sendDue();
  expect(endpoint.received.filter((received) => received.id === id)).toHaveLength(2);
  expect(await loadDelivery(db, 'casino', id)).toMatchObject({
    status: 'delivered',
    attempts: 1,
    log: [{ outcome: 'delivered' }, { outcome: 'delivered' }],
  });
});

test('lists the events by the states of the metric', async () => {
  const player = await db
    .selectFrom('players')
    .select('id')
    .where('brand_id', '=', 'other')
    .executeTakeFirstOrThrow();
  const waiting = { status: 'pending', attempts: 0, delivered_at: null } as const;
  const set = (sequence: number, attempts: number) =>
    db
      .updateTable('webhook_events')
      .set({ ...waiting, attempts })
      .where('player_id', '=', player.id)
      .where('sequence', '=', String(sequence))
      .execute();
  await Promise.all([set(1, 0), set(2, 3)]);
  const found = async (status: (typeof deliveryStates)[number]) =>
    (await listDeliveries(db, 'other', { status })).map(({ sequence }) => sequence);
  expect(await found('new')).toEqual([1]);
  expect(await found('retried')).toEqual([2]);
  expect(await found('pending')).toEqual([2, 1]);
  expect(await found('failed')).toEqual([]);
});

test('sends all failed events again', async () => {
  endpoint.answer = () => ({ status: 200 });
  expect(await redeliverFailed(core, 'casino')).toEqual({ count: 2, areMore: false });
  await sendDue();
  expect(await list({ status: 'failed' })).toEqual([]);
  expect(await redeliverFailed(core, 'casino')).toEqual({ count: 0, areMore: false });
});

test('sends a limited number of failed events again at once', async () => {
  const playerId = uuidv7();
  const player = { id: playerId, brand_id: 'busy', external_id: 'ann' };
  await db.insertInto('players').values(player).execute();
  await sql`
    insert into webhook_events (id, brand_id, player_id, sequence, type, data, status)
    select gen_random_uuid(), 'busy', ${playerId}, n, 'deposit.status', '{}', 'failed'
    from generate_series(1, 20001) n`.execute(db);
  const resend = () =>
    db.transaction().execute((tx) => redeliverFailed({ ...core, db: tx }, 'busy'));
  expect(await resend()).toEqual({ count: 20_000, areMore: true });
  expect(await resend()).toEqual({ count: 1, areMore: false });
});
