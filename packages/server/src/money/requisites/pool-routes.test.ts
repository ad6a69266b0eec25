import { expect, test } from 'vitest';
import { createOperator } from '../../testing/operator-client.ts';
import { useRequisiteDesk } from '../../testing/requisite-desk.ts';

/* Pools among the routes of a method. */

const { desk, add, create, requisite, reservationOf, rowOf } = useRequisiteDesk();

const attemptsOf = (depositId: string) =>
  desk.server.core.db
    .selectFrom('deposit_attempts')
    .select(['number', 'account', 'outcome', 'error'])
    .where('deposit_id', '=', depositId)
    .orderBy('number')
    .execute();

test('a deposit begins at the next account if its pool has none free', async () => {
  const { id } = await add({ account: 'spare' });
  const { depositId, status } = await create({ paymentType: 'two-pools' });
  expect(status).toBe(200);
  expect(await rowOf(depositId)).toMatchObject({
    connector: 'spare',
    attempt: 2,
    requisite_id: id,
    status: 'awaitingPlayer',
  });
  expect(await attemptsOf(depositId)).toEqual([
    { number: 1, account: 'own', outcome: 'failed', error: 'requisites.noneFree' },
    { number: 2, account: 'spare', outcome: null, error: null },
  ]);
});

test('with two empty pools it begins at the provider behind them, and its history says why', async () => {
  const { depositId, body } = await create({ paymentType: 'transfer-or-card' });
  expect(body.apiResponse.data).toHaveProperty('card');
  expect(await rowOf(depositId)).toMatchObject({ connector: 'card', requisite_id: null });
  const operator = await createOperator(desk.server);
  const { timeline } = (await operator.ask('deposits-show', { depositId })).body;
  expect(timeline.map(({ text }: { text: string }) => text)).toContain(
    'created → created: account own: requisites.noneFree; account spare: requisites.noneFree; next account: card',
  );
});

test('nothing is left of a deposit whose pools are all empty', async () => {
  const { status, body } = await create({ paymentType: 'two-pools' });
  expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'requisites.noneFree' });
});

const breakCard = async (act: () => Promise<void>) => {
  const card = desk.server.core.brands.get('kassa')?.accounts.get('card');
  if (card === undefined) throw new Error('no account');
  const { connector } = card;
  const refused = { kind: 'error', error: 'unavailable', detail: 'for a test' } as const;
  card.connector = { ...connector, create: async () => refused };
  try {
    await act();
  } finally {
    card.connector = connector;
  }
};

test('a deposit goes from a provider that refuses to a pool', async () => {
  const { id } = await add();
  await breakCard(async () => {
    const { depositId, body } = await create({ paymentType: 'card-or-transfer' });
    expect(body.apiResponse.data).toMatchObject({ payment_amount: '49.99' });
    expect(await rowOf(depositId)).toMatchObject({ connector: 'own', requisite_id: id });
  });
});

test('a deposit whose provider refuses ends if the pool behind it has none free', async () => {
  await breakCard(async () => {
    const { body } = await create({ paymentType: 'card-or-transfer' });
    expect(body.error.code).toBe('provider.unavailable');
  });
});

test('a deposit that leaves a pool returns the requisite as if it never had it', async () => {
  const first = await add();
  const second = await add({ account: 'spare' });
  const own = desk.server.core.brands.get('kassa')?.accounts.get('own');
  if (own === undefined) throw new Error('no account');
  const { connector } = own;
  own.connector = {
    ...connector,
    create: async () => ({ kind: 'error', error: 'rejected', detail: 'for a test' }),
  };
  const { depositId } = await create({ paymentType: 'two-pools' });
  own.connector = connector;
  expect(await rowOf(depositId)).toMatchObject({ connector: 'spare', requisite_id: second.id });
  expect(await reservationOf(depositId)).toMatchObject({ requisite_id: second.id });
  expect(await requisite(first.id)).toMatchObject({ day_count: 0 });
  expect(await requisite(second.id)).toMatchObject({ day_count: 1 });
});

test('an account that is in a pool is refused for every other one', async () => {
  const payee = { number: '5555 5555 5555 4444' };
  await add({ payee });
  await expect(add({ payee: { number: '5555-5555-5555-4444' } })).rejects.toThrow();
  await expect(add({ payee, account: 'spare' })).rejects.toThrow();
});
