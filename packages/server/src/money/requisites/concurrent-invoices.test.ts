import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { useRequisiteDesk } from '../../testing/requisite-desk.ts';

/* Many players at once, and a database that fails, through the real call. */

const { desk, add, create, requisite, reservationOf, rowOf } = useRequisiteDesk();

const order = { amount: '50', currency: 'EUR', paymentType: 'transfer' };

const addMany = (count: number, part: Parameters<typeof add>[0] = {}) =>
  Promise.all(Array.from({ length: count }, async () => (await add(part)).id));

const createMany = (count: number, part: Parameters<typeof create>[0]) =>
  Promise.all(Array.from({ length: count }, () => create(part)));

/** The reservations of these requisites, which are live. */
const listLive = (ids: string[]) =>
  desk.server.core.db
    .selectFrom('requisite_reservations')
    .selectAll()
    .where('requisite_id', 'in', ids)
    .where('freed_at', 'is', null)
    .execute();

test('500 invoices at once share 50 requisites evenly, each amount of one is given out once', async () => {
  const ids = await addMany(50);
  const created = await createMany(500, { amount: '200' });
  expect(created.filter(({ status }) => status !== 200)).toEqual([]);
  const live = await listLive(ids);
  // None is stranded: each reservation is a deposit's, and that deposit shows its amount.
  const byDeposit = new Map(live.map((reservation) => [reservation.deposit_id, reservation]));
  expect(byDeposit.size).toBe(500);
  for (const { depositId, body } of created) {
    expect(byDeposit.get(depositId)?.amount).toBe(body.apiResponse.data.payment_amount);
  }
  const pairs = new Set(live.map(({ requisite_id, amount }) => `${requisite_id} ${amount}`));
  expect(pairs.size).toBe(500);
  const counts = ids.map((id) => live.filter(({ requisite_id }) => requisite_id === id).length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(7);
  expect(Math.max(...counts)).toBeLessThanOrEqual(13);
  // The nearest amounts were given: no more distances than the fullest requisite has invoices.
  for (const { amount } of live) {
    expect(Math.round(Math.abs(Number(amount) - 200) * 100)).toBeLessThanOrEqual(7);
  }
  for (const [index, id] of ids.entries()) {
    expect((await requisite(id)).day_count).toBe(counts[index]);
  }
});

test('all requisites are given out and no more, when each has room for one invoice', async () => {
  const ids = await addMany(20, { currency: 'JPY' });
  const created = await createMany(60, { amount: '50', currency: 'JPY' });
  const codes = created.map(({ status, body }) => (status === 200 ? 'given' : body.error.code));
  expect(codes.filter((code) => code === 'given')).toHaveLength(20);
  expect(codes.filter((code) => code === 'requisites.noneFree')).toHaveLength(40);
  expect(new Set((await listLive(ids)).map(({ requisite_id }) => requisite_id)).size).toBe(20);
});

test('the limit of a day holds for invoices at once', async () => {
  const ids = await addMany(2, { day_count_limit: 5, day_amount_limit: '10000' });
  const created = await createMany(30, { amount: '200' });
  expect(created.filter(({ status }) => status === 200)).toHaveLength(10);
  for (const id of ids) expect((await requisite(id)).day_count).toBe(5);
});

/** Holds the lock of a requisite while `act` runs. */
async function whileLocked(id: string, act: () => Promise<void>): Promise<void> {
  await desk.server.core.db.transaction().execute(async (tx) => {
    await tx.selectFrom('requisites').select('id').where('id', '=', id).forUpdate().execute();
    await act();
  });
}

/** Returns the sessions that wait for the lock of a requisite. */
async function listWaiting(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and query like '%with begun%'`.execute(desk.server.core.db);
  return rows.map(({ pid }) => pid);
}

test('a deposit waits for a requisite that others hold, and passes it over for a free one', async () => {
  const { id } = await add();
  let waiting = Promise.resolve<Awaited<ReturnType<typeof create>> | null>(null);
  await whileLocked(id, async () => {
    waiting = create();
    await expect.poll(listWaiting).toHaveLength(1);
    const free = await add();
    const { depositId, status } = await create();
    expect(status).toBe(200);
    expect((await rowOf(depositId)).requisite_id).toBe(free.id);
  });
  const done = await waiting;
  expect(done?.status).toBe(200);
  expect((await rowOf(done?.depositId ?? '')).requisite_id).toBe(id);
});

test('a requisite that was switched off while a deposit waited for it is not given', async () => {
  const { id } = await add();
  const { db } = desk.server.core;
  let waiting = Promise.resolve<Awaited<ReturnType<typeof create>> | null>(null);
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('requisites').set({ is_on: false }).where('id', '=', id).execute();
    waiting = create();
    await expect.poll(listWaiting).toHaveLength(1);
  });
  expect((await waiting)?.body.error.code).toBe('requisites.noneFree');
});

test('a connection that breaks while a requisite is reserved strands nothing', async () => {
  const { id } = await add();
  const { core, token: sign, call } = desk.server;
  const token = await sign({ playerId: uuidv7() });
  const key = uuidv7();
  let broken = Promise.resolve<Awaited<ReturnType<typeof call>> | null>(null);
  await whileLocked(id, async () => {
    broken = call('deposit-create', order, { token, key });
    await expect.poll(listWaiting).toHaveLength(1);
    for (const pid of await listWaiting()) {
      await sql`select pg_terminate_backend(${pid})`.execute(core.db);
    }
    expect((await broken)?.status).toBeGreaterThanOrEqual(500);
  });
  expect(await listLive([id])).toEqual([]);
  expect(await requisite(id)).toMatchObject({ day_count: 0, last_given_at: null });

  const retries = [
    await call('deposit-create', order, { token, key }),
    await call('deposit-create', order, { token, key }),
  ];
  const [first, second] = retries.map(({ status, body }) => ({ status, id: body.depositId }));
  expect(first).toMatchObject({ status: 200 });
  expect(second).toEqual(first);
  expect(await listLive([id])).toMatchObject([{ deposit_id: first?.id }]);
  expect(await reservationOf(first?.id)).toMatchObject({ amount: '49.99' });
  expect(await requisite(id)).toMatchObject({ day_count: 1 });
});
