import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { beginDeposit, order } from '../../testing/waiting-deposit.ts';
import { checkLedger } from '../ledger/check-ledger.ts';

let server: TestServer;
let operator: OperatorClient;

beforeAll(async () => {
  const webhook = {
    url: 'http://localhost:9/kassa',
    secrets: ['whsec_b3BlcmF0b3IncyBzZWNyZXQgb2YgdGhlIHRlc3Rz'],
  };
  const rates = { kind: 'static', base: 'EUR', table: { USD: '1.10' } };
  server = await startTestServer({}, { brand: { webhook, rates } });
  operator = await createOperator(server);
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

const reason = 'for a test';

async function begin(part: object = {}) {
  const deposit = await beginDeposit(server, { ...order, ...part });
  const player = await server.core.db
    .selectFrom('players as p')
    .innerJoin('deposits as d', 'd.player_id', 'p.id')
    .select('p.external_id')
    .where('d.id', '=', deposit.depositId)
    .executeTakeFirstOrThrow();
  return {
    ...deposit,
    /** The money arrives although the payment may be canceled at the provider. */
    pay: () => deposit.receive({ amount: order.amount }),
    player: player.external_id,
    token: await server.token({ playerId: player.external_id }),
  };
}

type Started = Awaited<ReturnType<typeof begin>>;

const limitDay = ({ player }: Started, amount: string) =>
  operator.ask('players-set-limit', {
    player,
    transaction: 'deposit',
    period: 'day',
    source: 'operator',
    amount,
    currency: 'EUR',
    reason,
  });

const block = ({ player }: Started, part: object = {}) =>
  operator.ask('players-block', { player, reason, ...part });

/** Waits until a receipt is parked; returns the code of each receipt in their order. */
async function parkedCodes({ rows }: Started): Promise<(string | null)[]> {
  await expect
    .poll(async () => (await rows()).some(({ status }) => status === 'parked'))
    .toBe(true);
  return (await rows()).map(({ parked_code }) => parked_code);
}

async function resolve({ rows }: Started, resolution: 'credit' | 'return', part: object = {}) {
  const parked = (await rows()).find(({ status }) => status === 'parked');
  return operator.ask('payments-resolve', { paymentId: parked?.id, resolution, reason, ...part });
}

describe('money above what was asked for', () => {
  test.each([
    ['a little more', '55', 'credited'],
    ['more than the margin', '55.01', 'parked'],
    ['a hundredfold, as of cents taken for units', '5000', 'parked'],
    ['an absurd amount', '999999999999999', 'parked'],
  ])('%s (%s) is %s', async (_, paidAmount, status) => {
    const deposit = await begin();
    await deposit.approve({ paidAmount });
    await expect.poll(async () => (await deposit.rows())[0]?.status).toBe(status);
    expect(await deposit.balance()).toBe(status === 'credited' ? Number(paidAmount) : 0);
  });

  test('is parked with its code and reason; the operator sees it and credits it', async () => {
    const deposit = await begin();
    await deposit.approve({ paidAmount: '75' });
    expect(await parkedCodes(deposit)).toEqual(['aboveCeiling']);
    const { body } = await operator.ask('payments-parked');
    expect(body.items).toContainEqual(
      expect.objectContaining({
        depositId: deposit.depositId,
        parkedCode: 'aboveCeiling',
        parkedReason: '75 EUR have arrived, and at most 55 EUR are credited',
      }),
    );
    const { data } = await server.core.db
      .selectFrom('webhook_events')
      .select('data')
      .where('type', '=', 'payment.parked')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(data).toMatchObject({ depositId: deposit.depositId, code: 'aboveCeiling' });
    expect(await deposit.status()).toMatchObject({ status: 'PENDING', isReceived: true });
    expect(await deposit.status()).not.toHaveProperty('returnReason');
    expect((await resolve(deposit, 'credit')).status).toBe(200);
    expect(await deposit.balance()).toBe(75);
  });

  test('is so by the sum of all receipts', async () => {
    const deposit = await begin();
    for (const amount of ['30', '25']) {
      await deposit.receive({ amount });
    }
    await expect.poll(deposit.balance).toBe(55);
    await deposit.receive({ amount: '1' });
    expect(await parkedCodes(deposit)).toEqual([null, null, 'aboveCeiling']);
    expect(await deposit.state()).toBe('processed');
    expect(await deposit.balance()).toBe(55);
  });

  test('is credited up to the maximum, each receipt by itself, where the payer decides the amount', async () => {
    const deposit = await begin();
    await server.core.db
      .updateTable('deposits')
      .set({ is_amount_open: true })
      .where('id', '=', deposit.depositId)
      .execute();
    for (const amount of ['55', '55', '0.50', '55.01']) await deposit.receive({ amount });
    expect(await parkedCodes(deposit)).toContain('aboveCeiling');
    await expect.poll(deposit.balance).toBe(110.5);
  });
});

test('money in another currency than asked for is parked, even with a rate', async () => {
  const deposit = await begin();
  await deposit.approve({ paidAmount: '50', paidCurrency: 'USD' });
  expect(await parkedCodes(deposit)).toEqual(['otherCurrency']);
  expect(await deposit.balance()).toBe(0);
  expect((await resolve(deposit, 'credit')).status).toBe(200);
  expect(await deposit.balance()).toBe(45.45);
});

describe('money that the player may not deposit at its arrival', () => {
  test('beyond a limit is parked for return, with words for the player until and after it', async () => {
    const deposit = await begin();
    await limitDay(deposit, '40');
    await deposit.pay();
    expect(await parkedCodes(deposit)).toEqual(['aboveLimit']);
    expect(await deposit.balance()).toBe(0);
    expect(await deposit.status()).toMatchObject({
      status: 'PENDING',
      isReceived: true,
      returnReason: 'aboveLimit',
    });
    // It is not counted, since it is returned: the player may pay what the limit leaves.
    const { token } = deposit;
    const next = await server.call('deposit-create', { ...order, amount: '40' }, { token });
    expect(next.status).toBe(200);
    expect((await resolve(deposit, 'return')).status).toBe(200);
    expect(await deposit.status()).toMatchObject({
      status: 'DECLINED',
      returnReason: 'aboveLimit',
    });
  });

  test('within a limit is credited: its own order does not count twice', async () => {
    const deposit = await begin();
    await limitDay(deposit, '50');
    await deposit.pay();
    await expect.poll(deposit.balance).toBe(50);
  });

  test('a second page of the same limit is parked, whichever is paid first', async () => {
    const first = await begin();
    await limitDay(first, '80');
    // The provider could not be told to close the first page, and it counts no more.
    await server.core.db
      .updateTable('deposits')
      .set({ status: 'autoCanceled', next_check_at: null })
      .where('id', '=', first.depositId)
      .execute();
    await server.core.db
      .insertInto('deposit_transitions')
      .values({
        id: uuidv7(),
        brand_id: 'kassa',
        deposit_id: first.depositId,
        from_status: 'awaitingPlayer',
        to_status: 'autoCanceled',
        reason,
      })
      .execute();
    const { token } = first;
    const second = (await server.call('deposit-create', order, { token })).body.depositId;
    const { body: payment } = await server.provider(
      'GET',
      `/v1/payments?merchantReference=${second}`,
    );
    await server.provider('POST', `/v1/payments/${payment.id}/approve`, {});
    await expect.poll(first.balance).toBe(50);
    await first.pay();
    expect(await parkedCodes(first)).toEqual(['aboveLimit']);
    expect(await first.balance()).toBe(50);
  });

  test.each([
    ['a self-exclusion', { source: 'selfExclusion' }, 'selfExcluded'],
    ['a block of deposits', { what: 'deposits' }, 'playerBlocked'],
    ['a block of everything', {}, 'playerBlocked'],
  ])('after %s is parked for return, and no operator credits it', async (_, part, code) => {
    const deposit = await begin();
    await block(deposit, part);
    await deposit.pay();
    expect(await parkedCodes(deposit)).toEqual([code]);
    expect(await deposit.status()).toMatchObject({ isReceived: true, returnReason: code });
    const credit = await resolve(deposit, 'credit');
    const refused = code === 'selfExcluded' ? 'player.selfExcluded' : 'player.blocked';
    expect(credit.body.error.code).toBe(refused);
    expect((await resolve(deposit, 'return')).status).toBe(200);
    expect(await deposit.balance()).toBe(0);
  });

  test('is credited above a limit only if the operator says so, whatever it is parked for', async () => {
    const deposit = await begin();
    await limitDay(deposit, '60');
    await deposit.approve({ paidAmount: '75' });
    expect(await parkedCodes(deposit)).toEqual(['aboveCeiling']);
    expect((await resolve(deposit, 'credit')).body.error).toMatchObject({
      code: 'limit.exceeded',
      message: expect.stringContaining('which leaves 60.00 EUR'),
    });
    expect((await resolve(deposit, 'credit', { isAboveLimit: true })).status).toBe(200);
    expect(await deposit.balance()).toBe(75);
  });

  test('is told as a return also beside other money of the deposit', async () => {
    const deposit = await begin();
    await deposit.receive({ amount: '20' });
    await expect.poll(deposit.balance).toBe(20);
    await block(deposit, { source: 'selfExclusion' });
    await deposit.receive({ amount: '20' });
    expect(await parkedCodes(deposit)).toEqual([null, 'selfExcluded']);
    expect(await deposit.status()).toMatchObject({
      status: 'PAYED',
      processingAmount: '20.00',
      returnReason: 'selfExcluded',
    });
    const parked = await begin();
    await parked.receive({ amount: '75' });
    expect(await parkedCodes(parked)).toEqual(['aboveCeiling']);
    await block(parked, { source: 'selfExclusion' });
    await parked.receive({ amount: '20' });
    await expect
      .poll(parked.status)
      .toMatchObject({ status: 'PENDING', returnReason: 'selfExcluded' });
  });

  test('after a block is parked for return, although an operator confirmed other money', async () => {
    const deposit = await begin();
    await operator.ask('deposits-confirm', {
      depositId: deposit.depositId,
      amount: '20',
      currency: 'EUR',
      reason,
    });
    await block(deposit);
    await deposit.receive({ amount: '25' });
    expect(await parkedCodes(deposit)).toEqual([null, 'playerBlocked']);
  });

  test('during a block of withdrawals alone is credited', async () => {
    const deposit = await begin();
    await block(deposit, { what: 'withdrawals' });
    await deposit.pay();
    await expect.poll(deposit.balance).toBe(50);
  });

  test('after a block was lifted may be credited by an operator', async () => {
    const deposit = await begin();
    const { body } = await block(deposit);
    await deposit.pay();
    expect(await parkedCodes(deposit)).toEqual(['playerBlocked']);
    await operator.ask('players-unblock', { player: deposit.player, blockId: body.id, reason });
    expect((await resolve(deposit, 'credit')).status).toBe(200);
    expect(await deposit.balance()).toBe(50);
    expect(await deposit.status()).not.toHaveProperty('returnReason');
  });
});
