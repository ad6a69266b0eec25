import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { useSweepstakeDesk } from '../../testing/sweepstake-desk.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { applyProviderEvent } from '../provider-events/apply-provider-event.ts';

/*
 * A payment above the price of a package is several receipts; its provider knows one, and takes back any
 * part of it.
 */

const { desk, bring, buy, atProvider, receipts, orderInBitcoin, sendBitcoin, shown } =
  useSweepstakeDesk();
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
  const [price, rest] = await receipts(depositId);
  if (price === undefined || rest === undefined) throw new Error('It has no parts');
  return { player, depositId, price, rest };
};

/** Applies the provider's report of a reversal of a payment; returns the outcome. */
const report = async (
  { depositId, price }: Pick<Awaited<ReturnType<typeof pay>>, 'depositId' | 'price'>,
  reversal: 'chargeback' | 'refund',
  amount: string,
  providerReference: string = uuidv7(),
) => {
  const { core } = desk.server;
  const evidence = {
    brandId: 'kassa',
    connector: 'sandbox',
    source: 'a report',
    confirmedBy: 'provider',
  } as const;
  const { outcome } = await core.db.transaction().execute((tx) =>
    applyProviderEvent(core, tx, evidence, {
      kind: 'reversal',
      reversal,
      depositId,
      providerReference,
      paymentReference: price.provider_payment_id,
      amount: { amount, currency: 'USD' },
    }),
  );
  return outcome;
};

const refundByHand = (depositId: string, amount: string, paymentId: string) =>
  operator.ask('deposits-refund', { depositId, amount, currency: 'USD', paymentId, reason });

describe('a chargeback of a payment above the price', () => {
  test.each([
    ['the rest', '5.01', usual, ['credited  9.99 9.99', 'returned abovePrice 5.01 ']],
    ['the price', '9.99', none, ['credited  9.99 9.99', 'parked abovePrice 5.01 ']],
    ['the whole', '15.00', none, ['credited  9.99 9.99', 'returned abovePrice 5.01 ']],
    [
      'less than the rest, which is split',
      '3.33',
      usual,
      ['credited  9.99 9.99', 'parked abovePrice 1.68 ', 'returned abovePrice 3.33 '],
    ],
    [
      'more than the price, so that the rest goes first',
      '12.00',
      { gcAmount: '30030.04', scAmount: '3.01' },
      ['credited  9.99 9.99', 'returned abovePrice 5.01 '],
    ],
  ])('takes back %s', async (_, amount, coins, parts) => {
    const paid = await pay('15.00');
    const reference = uuidv7();
    expect(await report(paid, 'chargeback', amount, reference)).toBe('reversed');
    expect(await report(paid, 'chargeback', amount, reference)).toBe('duplicate');
    expect(await paid.player.coins()).toEqual(coins);
    expect(await shown(paid.depositId)).toEqual(parts);
  });

  test.each(['11.67', '15.00'])(
    'of %s after a refund of a part takes back what is left',
    async (amount) => {
      const paid = await pay('15.00');
      const reference = uuidv7();
      await report(paid, 'refund', '3.33');
      expect(await report(paid, 'chargeback', '14.00')).toBe('conflicting');
      expect(await report(paid, 'chargeback', amount, reference)).toBe('reversed');
      expect(await paid.player.coins()).toEqual(none);
      expect(await report(paid, 'chargeback', amount, reference)).toBe('duplicate');
      expect(await report(paid, 'chargeback', amount)).toBe('conflicting');
    },
  );

  test('of the whole takes back the coins where the rest was returned by hand', async () => {
    const paid = await pay('15.00');
    await refundByHand(paid.depositId, '5.01', paid.rest.id);
    expect(await report(paid, 'chargeback', '15.00')).toBe('reversed');
    expect(await paid.player.coins()).toEqual(none);
  });

  test('of a package that was paid twice at once takes the second sum first', async () => {
    const paid = await pay('19.98');
    expect(await report(paid, 'chargeback', '9.99')).toBe('reversed');
    expect(await paid.player.coins()).toEqual(usual);
    expect(await report(paid, 'chargeback', '9.99')).toBe('reversed');
    expect(await paid.player.coins()).toEqual(none);
  });

  test('is not the return of the rest by hand', async () => {
    const paid = await pay('19.98');
    await operator.ask('payments-resolve', {
      paymentId: paid.rest.id,
      resolution: 'return',
      reason,
    });
    expect(await report(paid, 'chargeback', '9.99')).toBe('reversed');
    expect(await paid.player.coins()).toEqual(none);
  });

  test('waits for the end of a refund of the rest', async () => {
    const paid = await pay('15.00');
    const { depositId, rest } = paid;
    const wanted = { depositId, amount: '5.01', currency: 'USD', paymentId: rest.id };
    expect((await operator.ask('refunds-create', { ...wanted, reason })).status).toBe(200);
    expect(await report(paid, 'chargeback', '15.00')).toBe('tooEarly');
  });
});

test('a chargeback reaches the rest that the package was given for again', async () => {
  const paid = await pay('30.00');
  const { player, depositId, rest } = paid;
  expect(await report(paid, 'chargeback', '9.99')).toBe('reversed');
  expect(await player.coins()).toEqual(none);
  const credit = { paymentId: rest.id, resolution: 'credit', reason };
  expect((await operator.ask('payments-resolve', credit)).status).toBe(200);
  expect(await player.coins()).toEqual(usual);
  expect(await report(paid, 'chargeback', '20.01')).toBe('reversed');
  expect(await player.coins()).toEqual(none);
  expect((await shown(depositId)).filter((it) => it.startsWith('parked'))).toEqual([]);
});

describe('the provider’s report of a refund by hand', () => {
  test('of the rest is about that', async () => {
    const paid = await pay('15.00');
    await refundByHand(paid.depositId, '5.01', paid.rest.id);
    expect(await report(paid, 'refund', '5.01')).toBe('duplicate');
    expect(await paid.player.coins()).toEqual(usual);
  });

  test('of the price, together with the rest, returns the rest as well', async () => {
    const paid = await pay('15.00');
    await refundByHand(paid.depositId, '9.99', paid.price.id);
    const reference = uuidv7();
    expect(await report(paid, 'refund', '15.00', reference)).toBe('reversed');
    expect(await report(paid, 'refund', '15.00', reference)).toBe('duplicate');
    expect(await paid.player.coins()).toEqual(none);
    expect(await shown(paid.depositId)).toEqual([
      'credited  9.99 9.99',
      'returned abovePrice 5.01 ',
    ]);
  });

  test('of the rest, when it is of another sum, is left to a person', async () => {
    const paid = await pay('15.00');
    await refundByHand(paid.depositId, '5.01', paid.rest.id);
    expect(await report(paid, 'refund', '7.00')).toBe('conflicting');
  });
});

describe('an operator who names a part of a payment', () => {
  test('refunds that part', async () => {
    const { player, depositId, price, rest } = await pay('19.98');
    expect((await refundByHand(depositId, '9.99', price.id)).status).toBe(200);
    expect(await player.coins()).toEqual(none);
    expect((await refundByHand(depositId, '9.99', rest.id)).status).toBe(200);
    expect(await shown(depositId)).toEqual(['credited  9.99 9.99', 'returned abovePrice 9.99 ']);
  });

  test('can’t void it', async () => {
    const { depositId, price } = await pay('15.00');
    const part = { depositId, amount: '9.99', currency: 'USD', paymentId: price.id };
    const refused = await operator.ask('refunds-create', { ...part, isVoid: true, reason });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'act.impossible']);
  });

  test('can have the rest refunded once the provider has reported the payment', async () => {
    const player = await bring();
    const { depositId } = (await player.order('usual')).body;
    await operator.ask('deposits-confirm', { depositId, amount: '15', currency: 'USD', reason });
    await atProvider(depositId, 'approve', { paidAmount: '15.00' });
    const [, rest] = await receipts(depositId);
    const part = { depositId, amount: '5.01', currency: 'USD', paymentId: rest?.id };
    expect((await operator.ask('refunds-create', { ...part, reason })).status).toBe(200);
  });

  test('can give the same reference to another payment', async () => {
    const [one, other] = [await bring(), await bring()];
    const [first, second] = [await one.order('usual'), await other.order('usual')];
    const providerReference = `pay-${uuidv7()}`;
    const mistaken = { depositId: first.body.depositId, amount: '15', currency: 'USD' };
    await operator.ask('deposits-confirm', { ...mistaken, providerReference, reason });
    const { depositId } = second.body;
    const { core } = desk.server;
    const source = 'a report';
    const account = { brandId: 'kassa', connector: 'sandbox', source } as const;
    await core.db.transaction().execute((tx) =>
      applyProviderEvent(
        core,
        tx,
        { ...account, confirmedBy: 'provider' },
        {
          kind: 'payment',
          depositId,
          status: 'approved',
          providerReference,
          paid: { amount: '15', currency: 'USD' },
          fee: null,
          instrument: null,
        },
      ),
    );
    const [doubtful] = await receipts(depositId);
    const credit = { paymentId: doubtful?.id, resolution: 'credit', reason };
    expect((await operator.ask('payments-resolve', credit)).status).toBe(200);
    expect(await other.coins()).toEqual(usual);
  });
});

test('refunds of a coin in parts leave no coins of the package', async () => {
  const player = await bring();
  const { depositId, target } = await orderInBitcoin(player);
  await sendBitcoin(target, 9082);
  const [receipt] = await receipts(depositId);
  for (const amount of ['0.00003001', '0.00003001', '0.0000308']) {
    const part = { depositId, amount, currency: 'BTC', paymentId: receipt?.id, reason };
    expect((await operator.ask('deposits-refund', part)).status).toBe(200);
  }
  expect(await player.coins()).toEqual(none);
});

describe('the refund of a package', () => {
  const request = (depositId: string) =>
    operator.ask('refunds-create', { depositId, amount: '9.99', currency: 'USD', reason });
  const play = ({ externalId }: { externalId: string }, total: string) =>
    operator.ask('players-report-turnover', { player: externalId, currency: 'QSC', total });
  const redeem = {
    amount: '10',
    currency: 'QSC',
    paymentType: 'bitcoin_out',
    fields: { address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf' },
  };

  test('keeps its coins from redemption until its outcome is known', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    await play(player, '10');
    expect((await request(depositId)).status).toBe(200);
    const { data } = (await player.call('sweepstake-recoup-sum', { currency: 'QSC' })).body;
    expect(data).toMatchObject({ amount: '0.00', balance: '10.00', unplayed: '0.00' });
    const refused = await player.call('withdrawal-create', redeem);
    expect(refused.body.error.code).toBe('payout.playthrough');
  });

  test('is refused once its coins are redeemed', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    await play(player, '10');
    expect((await player.call('withdrawal-create', redeem)).status).toBe(200);
    const refused = await request(depositId);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'balance.insufficient']);
  });

  test('is refused where the coins go back for another one', async () => {
    const player = await bring();
    const [first, second] = [await buy(player, 'usual'), await buy(player, 'usual')];
    await operator.ask('corrections-create', {
      player: player.externalId,
      direction: 'debit',
      amount: '10',
      currency: 'QSC',
      reason,
    });
    expect((await request(first)).status).toBe(200);
    expect((await request(second)).body.error.code).toBe('balance.insufficient');
  });
});

test('the ledger has no problem', async () => {
  expect(await checkLedger(desk.server.core.db)).toEqual([]);
});
