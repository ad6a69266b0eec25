import { beforeAll, describe, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { useRequisiteDesk } from '../../testing/requisite-desk.ts';
import { followUpDeposit } from '../provider-events/follow-up-deposit.ts';

/* What becomes of a requisite when its deposit ends, and what doesn't. */

const { desk, add, create, requisite, reservationOf, rowOf } = useRequisiteDesk();
let operator: OperatorClient;

beforeAll(async () => {
  operator = await createOperator(desk.server);
});

type Created = Awaited<ReturnType<typeof create>>;

const cancel = ({ depositId, token }: Created) =>
  desk.server.call('deposit-cancel', { depositId }, { token });
const confirm = ({ depositId }: Created, providerReference?: string) =>
  operator.ask('deposits-confirm', {
    depositId,
    amount: '50',
    currency: 'EUR',
    reason: 'seen on the statement',
    ...(providerReference && { providerReference }),
  });
const decline = ({ depositId }: Created) =>
  operator.ask('deposits-decline', { depositId, reason: 'a test' });
const expire = async ({ depositId }: Created) => {
  const row = await rowOf(depositId);
  const leftMs = row.expires_at.getTime() - Date.now() + 1000;
  await desk.server.later(leftMs, () => followUpDeposit(desk.server.core, row));
};
test.each([
  ['canceled by its player', cancel, 'canceled'],
  ['declined by the operator', decline, 'declined'],
  ['expired', expire, 'autoCanceled'],
])(
  'a deposit that was %s frees its amount after the cooldown, and its day',
  async (_, end, status) => {
    const { id } = await add({ currency: 'EUR', min_amount: '50', max_amount: '50' });
    const created = await create();
    expect(await requisite(id)).toMatchObject({ day_count: 1, day_amount: '50.00' });
    await end(created);
    expect((await rowOf(created.depositId)).status).toBe(status);
    const freed = await reservationOf(created.depositId);
    expect(freed?.freed_at).not.toBeNull();
    expect((freed?.cooling_until?.getTime() ?? 0) - (freed?.freed_at?.getTime() ?? 0)).toBe(
      3600_000,
    );
    expect(await requisite(id)).toMatchObject({ day_count: 0 });
    expect(Number((await requisite(id)).day_amount)).toBe(0);
    const untilMs = (freed?.cooling_until?.getTime() ?? 0) - Date.now();
    const again = (ms: number) => desk.server.later(ms, () => create());
    expect((await again(untilMs - 60_000)).body.error?.code).toBe('requisites.noneFree');
    expect((await again(untilMs + 1000)).status).toBe(200);
  },
);

test('an amount that may still be paid late is given out again only where no other is free', async () => {
  await add({ currency: 'EUR', cooldown_minutes: 0, min_amount: '49.99', max_amount: '50' });
  const amountOf = async ({ depositId }: { depositId: string }) =>
    (await reservationOf(depositId))?.amount;
  const first = await create();
  await cancel(first);
  const freed = await reservationOf(first.depositId);
  expect(freed?.payable_until).toEqual((await rowOf(first.depositId)).late_until);
  const others = [await create(), await create()];
  expect(await Promise.all([first, ...others].map(amountOf))).toEqual(['49.99', '49.99', '50.00']);
});

test('an amount that was paid is given out again within a day only where no other is free', async () => {
  await add({ currency: 'EUR', cooldown_minutes: 0, min_amount: '49.98', max_amount: '50' });
  const first = await create();
  expect((await confirm(first)).status).toBe(200);
  const others = [await create(), await create()];
  const amounts = await Promise.all(
    [first, ...others].map(async ({ depositId }) => (await reservationOf(depositId))?.amount),
  );
  expect(amounts).toEqual(['49.99', '49.98', '49.99']);
});

test('a deposit that gets its money frees the amount, and stays on the day', async () => {
  const { id } = await add();
  const created = await create();
  expect((await confirm(created)).status).toBe(200);
  expect((await rowOf(created.depositId)).status).toBe('processed');
  expect((await reservationOf(created.depositId))?.freed_at).not.toBeNull();
  expect(await requisite(id)).toMatchObject({ day_count: 1, day_amount: '49.99' });
});

test('a requisite is freed once, whatever comes later', async () => {
  const { id } = await add();
  const created = await create();
  await create();
  await cancel(created);
  const freed = await reservationOf(created.depositId);
  await desk.server.later(60_000, async () => {
    await cancel(created);
    expect((await confirm(created, 'late')).status).toBe(200);
  });
  expect((await rowOf(created.depositId)).status).toBe('processed');
  expect(await reservationOf(created.depositId)).toEqual(freed);
  expect(await requisite(id)).toMatchObject({ day_count: 1 });
});

test('what ends on another day leaves that day’s counters', async () => {
  const { id } = await add();
  const created = await create();
  const day = '2999-01-01';
  const { db } = desk.server.core;
  await db.updateTable('requisites').set({ day }).where('id', '=', id).execute();
  await cancel(created);
  expect(await requisite(id)).toMatchObject({ day, day_count: 1, day_amount: '49.99' });
});

test('two deposits that end at once are both taken off', async () => {
  const { id } = await add();
  const created = [await create(), await create(), await create(), await create()];
  await Promise.all(created.map(cancel));
  expect(await requisite(id)).toMatchObject({ day_count: 0 });
});

test('an invoice outlives its requisite: it can be resumed and paid', async () => {
  const { id } = await add();
  const created = await create();
  const { db } = desk.server.core;
  await db
    .updateTable('requisites')
    .set({ is_on: false, removed_at: new Date() })
    .where('id', '=', id)
    .execute();
  const { depositId, token } = created;
  const { body } = await desk.server.call('deposit-get', { depositId }, { token });
  expect(body.created.apiResponse.data).toMatchObject({
    payment_amount: '49.99',
    card: { encoded: expect.anything() },
  });
  expect((await create()).body.error.code).toBe('requisites.noneFree');
  expect((await confirm(created)).status).toBe(200);
});

describe('the number of a requisite', () => {
  test('stands in no response, log line, view or column in plain text', async () => {
    const number = '4012888888881881';
    await add({ payee: { number, fullName: 'Otto Operator' } });
    const key = 'a-key-of-this-test';
    const created = await create({}, { key });
    const { depositId, token } = created;
    const { db } = desk.server.core;
    const stored = await db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', key)
      .execute();
    expect(stored).toHaveLength(1);
    const texts = {
      created: created.body,
      stored,
      resumed: (await desk.server.call('deposit-get', { depositId }, { token })).body,
      listed: (await desk.server.call('deposit-list', {}, { token })).body,
      shown: (await operator.ask('deposits-show', { depositId })).body,
      rows: [await rowOf(depositId), await reservationOf(depositId)],
      requisites: await db.selectFrom('requisites').selectAll().execute(),
      events: await db.selectFrom('webhook_events').selectAll().execute(),
      log: desk.logLines,
    };
    expect(texts.created.apiResponse.data.card.encoded).toBeDefined();
    for (const [name, text] of Object.entries(texts)) {
      expect([name, JSON.stringify(text).includes(number)]).toEqual([name, false]);
      expect([name, JSON.stringify(text).includes('Otto Operator')]).toEqual([name, false]);
    }
  });
});
