import { beforeAll, describe, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { useSweepstakeDesk } from '../testing/sweepstake-desk.ts';

const { desk, bring, buy, atProvider, receipts, deposit } = useSweepstakeDesk();
const reason = 'for a test';
const none = { gcAmount: '0', scAmount: '0' };
const usual = { gcAmount: '100000', scAmount: '10' };

let operator: OperatorClient;
beforeAll(async () => {
  operator = await createOperator(desk.server);
});

const pay = async (paidAmount: string) => {
  const player = await bring();
  const { depositId } = (await player.order('usual')).body;
  await atProvider(depositId, 'approve', { paidAmount });
  return { player, depositId, payments: await receipts(depositId) };
};

const resolve = (paymentId: string | undefined, resolution: string) =>
  operator.ask('payments-resolve', { paymentId, resolution, reason });

const confirm = (depositId: string, amount: string) =>
  operator.ask('deposits-confirm', { depositId, amount, currency: 'USD', reason });

describe('an operator gives a package', () => {
  test('by confirming its price', async () => {
    const player = await bring();
    const { depositId } = (await player.order('usual')).body;
    expect((await confirm(depositId, '9.99')).status).toBe(200);
    expect(await player.coins()).toEqual(usual);
  });

  test('for less than its price', async () => {
    const { player, depositId, payments } = await pay('9.98');
    expect(await player.coins()).toEqual(none);
    expect((await resolve(payments[0]?.id, 'credit')).status).toBe(200);
    expect(await player.coins()).toEqual(usual);
    expect(await deposit(depositId)).toMatchObject({
      status: 'processed',
      credited_amount: '9.98',
    });
  });

  test('and takes all of it back with all that was paid', async () => {
    const { player, depositId, payments } = await pay('9.98');
    await resolve(payments[0]?.id, 'credit');
    await atProvider(depositId, 'reversals', { kind: 'chargeback', amount: '9.98' });
    expect(await player.coins()).toEqual(none);
  });
});

describe('an operator doesn’t give a package', () => {
  test('by confirming less than its price', async () => {
    const player = await bring();
    const { depositId } = (await player.order('usual')).body;
    await confirm(depositId, '5');
    expect(await player.coins()).toEqual(none);
    expect((await deposit(depositId)).status).toBe('parked');
  });

  test('for the part above its price, which can be returned', async () => {
    const { player, depositId, payments } = await pay('25.00');
    const refused = await resolve(payments[1]?.id, 'credit');
    expect([refused.status, refused.body.error.code]).toEqual([422, 'amount.invalid']);
    expect((await resolve(payments[1]?.id, 'return')).status).toBe(200);
    expect((await receipts(depositId)).map(({ status }) => status)).toEqual([
      'credited',
      'returned',
    ]);
    expect(await player.coins()).toEqual(usual);
    expect((await deposit(depositId)).status).toBe('processed');
  });

  test('a second time', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    await atProvider(depositId, 'receipts', { amount: '9.99' });
    const [, second] = await receipts(depositId);
    const refused = await resolve(second?.id, 'credit');
    expect([refused.status, refused.body.error.code]).toEqual([422, 'amount.invalid']);
    expect(await player.coins()).toEqual(usual);
  });
});

test('an operator corrects both coins of a player, and nothing else', async () => {
  const player = await bring();
  const correct = (amount: string, currency: string) => {
    const fields = { player: player.externalId, direction: 'credit', amount, currency, reason };
    return operator.ask('corrections-create', fields);
  };
  expect((await correct('5', 'QSC')).status).toBe(200);
  expect((await correct('100', 'QGC')).status).toBe(200);
  expect(await player.coins()).toEqual({ gcAmount: '100', scAmount: '5' });
  expect((await correct('1', 'USD')).body.error.code).toBe('currency.unsupported');
});

test('a package that is withdrawn from sale is given for an order of before', async () => {
  const player = await bring();
  const { depositId } = (await player.order('usual')).body;
  await operator.ask('packages-switch', { package: 'usual', state: 'withdrawn', reason });
  try {
    const late = await player.order('usual', 'card_us', { isAnother: true });
    expect(late.body.error.code).toBe('package.unavailable');
    await atProvider(depositId, 'approve');
    expect(await player.coins()).toEqual(usual);
  } finally {
    await operator.ask('packages-switch', { package: 'usual', state: 'asInFiles', reason });
  }
});
