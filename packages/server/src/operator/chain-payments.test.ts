import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { watchChains } from '../money/chains/watch-chains.ts';
import { useChainDesk } from '../testing/chain-desk.ts';
import { bringCoinPlayer } from '../testing/coin-methods.ts';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';

const desk = useChainDesk({ brand: { secondApproval: { upTo: { BTC: '1', TON: '100' } } } });
const watch = () => watchChains(desk.server.core);
const reason = 'the player showed the transaction';

let operator: OperatorClient;
let player: Awaited<ReturnType<typeof bringCoinPlayer>>;
beforeAll(async () => {
  operator = await createOperator(desk.server);
});
beforeEach(async () => {
  player = await bringCoinPlayer(desk);
});

/** Lets a payment of TON without a comment arrive; returns its id and its transaction. */
async function park(units = 3_000_000_000n): Promise<{ id: string; txid: string }> {
  const { txid } = desk.ton.send({ target: '0:shared', units });
  desk.ton.mine(8);
  await watch();
  return { id: (await find({ txid })).id, txid };
}

/** Finds the only payment of a filter. */
async function find(filter: object) {
  const { status, body } = await operator.ask('chain-payments-list', { ...filter });
  expect(status).toBe(200);
  expect(body.items).toHaveLength(1);
  return body.items[0];
}

async function chain(blockchain: string) {
  const { body } = await operator.ask('chains-list');
  return body.items.find((it: { blockchain: string }) => it.blockchain === blockchain);
}

describe('assigning', () => {
  test('gives a payment without a comment to a player, who is credited once', async () => {
    const { depositId } = await player.ask('toncoin');
    const { id, txid } = await park();
    const request = { chainPaymentId: id, depositId, reason };
    const answer = await operator.ask('chain-payments-assign', request, 'once');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'seen',
        because: null,
        depositId,
        rate: '5',
        value: '15.00',
        resolvedReason: `key "test desk": ${reason}`,
      },
    });
    expect(await player.status(depositId)).toMatchObject({
      status: 'PENDING',
      chain: { txid, state: 'confirming' },
    });
    await watch();
    await watch();
    expect(await player.balance()).toBe('15.00');
    expect(await find({ txid })).toMatchObject({ status: 'settled' });
    expect((await operator.ask('chain-payments-assign', request, 'once')).body).toEqual(
      answer.body,
    );
    const again = await operator.ask('chain-payments-assign', request);
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'act.impossible' } } });
    const { body: acts } = await operator.ask('acts-list', { action: 'chain-payments-assign' });
    expect(acts.items[1]).toMatchObject({
      subjectId: id,
      outcome: 'done',
      reason,
      before: { status: 'parked', because: 'noMemo' },
      after: { status: 'seen', depositId },
    });
  });

  test('credits dust at the rate of its detection', async () => {
    const { depositId, target } = await player.ask();
    const { txid } = desk.bitcoin.send({ target, units: 1_000n });
    desk.bitcoin.mine();
    await watch();
    const { id, note } = await find({ txid });
    expect(note).toBe('dust');
    desk.rates.BTC = '0.00002';
    const request = { chainPaymentId: id, depositId, reason };
    const { body } = await operator.ask('chain-payments-assign', request);
    desk.rates.BTC = '0.00001';
    expect(body).toMatchObject({ status: 'seen', note: null, rate: '100000' });
    await watch();
    expect(await player.balance()).toBe('0.00');
    desk.bitcoin.mine(4);
    await watch();
    expect(await player.balance()).toBe('1.00');
  });

  test('by two operators at the same moment credits once', async () => {
    const other = await bringCoinPlayer(desk);
    const deposits = [await player.ask('toncoin'), await other.ask('toncoin')];
    const { id } = await park();
    const answers = await Promise.all(
      deposits.map(({ depositId }) =>
        operator.ask('chain-payments-assign', { chainPaymentId: id, depositId, reason }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await watch();
    const balances = [await player.balance(), await other.balance()];
    expect(balances.sort()).toEqual(['0.00', '15.00']);
  });

  test('to a deposit of another coin, and of an unknown token, is impossible', async () => {
    const { depositId, target } = await player.ask('ethereum');
    const { id } = await park();
    const { txid } = desk.ethereum.send({ target, units: 5n, contract: '0xspam', index: 't0' });
    desk.ethereum.mine();
    await watch();
    const unknown = await find({ txid });
    expect(unknown).toMatchObject({ because: 'unknownToken', coin: null, contract: '0xspam' });
    for (const chainPaymentId of [id, unknown.id]) {
      const request = { chainPaymentId, depositId, reason };
      expect(await operator.ask('chain-payments-assign', request)).toMatchObject({
        status: 409,
        body: { error: { code: 'act.impossible' } },
      });
    }
    expect(await find({ txid })).toEqual(unknown);
  });

  test('of money that was confirmed for another deposit is refused until a person has seen it', async () => {
    const other = await bringCoinPlayer(desk);
    const { depositId: confirmed } = await other.ask('toncoin');
    const money = { amount: '7', currency: 'TON' };
    const said = { depositId: confirmed, ...money, reason };
    expect(await operator.ask('deposits-confirm', said)).toMatchObject({ status: 200 });
    const { depositId } = await player.ask('toncoin');
    const { id, txid } = await park(7_000_000_000n);
    const request = { chainPaymentId: id, depositId, reason };
    const refused = await operator.ask('chain-payments-assign', request);
    const { separateFrom } = refused.body.error.params;
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'money.resembles',
          details: [expect.stringContaining(`payment confirmed by an operator ${separateFrom}`)],
        },
      },
    });
    await watch();
    expect(await player.balance()).toBe('0.00');
    const seen = { ...request, separateFrom: [separateFrom] };
    expect(await operator.ask('chain-payments-assign', seen)).toMatchObject({ status: 200 });
    await watch();
    expect(await find({ txid })).toMatchObject({ status: 'settled' });
    expect([await player.balance(), await other.balance()]).toEqual(['35.00', '35.00']);
  });

  test('to the deposit for which the money was confirmed is the same receipt', async () => {
    const { depositId } = await player.ask('toncoin');
    const said = { depositId, amount: '9', currency: 'TON', reason };
    expect(await operator.ask('deposits-confirm', said)).toMatchObject({ status: 200 });
    const { id } = await park(9_000_000_000n);
    const request = { chainPaymentId: id, depositId, reason };
    expect(await operator.ask('chain-payments-assign', request)).toMatchObject({ status: 200 });
    await watch();
    expect(await player.balance()).toBe('45.00');
  });

  test('above the threshold needs a second key', async () => {
    const { depositId } = await player.ask('toncoin');
    const { id, txid } = await park(101_000_000_000n);
    const request = { chainPaymentId: id, depositId, reason };
    const { status, body } = await operator.ask('chain-payments-assign', request);
    expect([status, body.pendingAct.money]).toEqual([202, [{ amount: '101', currency: 'TON' }]]);
    expect(await find({ txid })).toMatchObject({ status: 'parked' });
    const second = await createOperator(desk.server, { name: 'another', scopes: ['approvals'] });
    const approval = { pendingActId: body.pendingAct.id, reason: 'it is right' };
    expect(await second.ask('pending-acts-approve', approval)).toMatchObject({ status: 200 });
    await watch();
    expect(await player.balance()).toBe('505.00');
  });
});

test('a payment that an operator has confirmed for another deposit waits for a person', async () => {
  const { depositId: confirmed } = await player.ask();
  const money = { amount: '0.00017', currency: 'BTC' };
  const said = { depositId: confirmed, ...money, reason };
  expect(await operator.ask('deposits-confirm', said)).toMatchObject({ status: 200 });
  const before = await player.balance();
  // The player's next order makes the same address that of another deposit.
  const { target } = await player.ask();
  const { txid } = desk.bitcoin.send({ target, units: 17_000n });
  desk.bitcoin.mine(5);
  await watch();
  expect(await find({ txid })).toMatchObject({ status: 'parked', because: 'perhapsKnown' });
  expect(await player.balance()).toBe(before);
});

test('a parked payment is seen before the same money is confirmed by hand', async () => {
  const { depositId } = await player.ask('toncoin');
  const { id } = await park(11_000_000_000n);
  const said = { depositId, amount: '11', currency: 'TON', reason };
  expect(await operator.ask('deposits-confirm', said)).toMatchObject({
    status: 409,
    body: { error: { code: 'money.resembles', params: { separateFrom: id } } },
  });
  expect(await player.balance()).toBe('0.00');
});

test('a dismissed payment leaves the list, and waits for no decision', async () => {
  const { depositId } = await player.ask('toncoin');
  const { id, txid } = await park();
  const before = await chain('TON');
  const request = { chainPaymentId: id, reason: 'sent back to the payer' };
  expect(await operator.ask('chain-payments-dismiss', request)).toMatchObject({
    status: 200,
    body: {
      status: 'dismissed',
      because: 'noMemo',
      resolvedReason: 'key "test desk": sent back to the payer',
    },
  });
  const { body } = await operator.ask('chain-payments-list', { limit: 200 });
  expect(body.items.map((it: { id: string }) => it.id)).not.toContain(id);
  expect((await find({ txid, status: 'dismissed' })).id).toBe(id);
  expect((await chain('TON')).parkedPayments).toBe(before.parkedPayments - 1);
  const assigned = { chainPaymentId: id, depositId, reason };
  for (const act of [
    operator.ask('chain-payments-dismiss', request),
    operator.ask('chain-payments-assign', assigned),
  ]) {
    expect(await act).toMatchObject({ status: 409, body: { error: { code: 'act.impossible' } } });
  }
});
