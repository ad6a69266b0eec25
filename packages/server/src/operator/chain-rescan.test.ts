import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { watchChains } from '../money/chains/watch-chains.ts';
import { useChainDesk } from '../testing/chain-desk.ts';
import { bringCoinPlayer } from '../testing/coin-methods.ts';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';

const desk = useChainDesk();
const watch = () => watchChains(desk.server.core);

let operator: OperatorClient;
let player: Awaited<ReturnType<typeof bringCoinPlayer>>;
beforeAll(async () => {
  operator = await createOperator(desk.server);
});
beforeEach(async () => {
  player = await bringCoinPlayer(desk);
});

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

describe('reading again', () => {
  const place = { account: 'chains', blockchain: 'BITCOIN' };
  const rescan = (fromHeight: number, fields: object = {}) =>
    operator.ask('chains-rescan', {
      ...place,
      fromHeight,
      reason: 'a payment is missing',
      ...fields,
    });

  test('finds a payment that was missed, and credits no other one twice', async () => {
    const { target } = await player.ask();
    const { txid } = desk.bitcoin.send({ target, units: 1_000_000n });
    desk.bitcoin.mine(1);
    const from = desk.bitcoin.height;
    desk.bitcoin.send({ target, units: 2_000_000n });
    const [block] = desk.bitcoin.mine(1);
    desk.bitcoin.mine(300);
    const missed = block?.transfers.splice(0) ?? [];
    await watch();
    expect(await player.balance()).toBe('1000.00');
    block?.transfers.push(...missed);
    const { db } = desk.server.core;
    const until = desk.bitcoin.height;
    const { status, body } = await rescan(from);
    expect([status, body]).toEqual([200, { ...place, rescanFrom: from, rescanUntil: until }]);
    expect(await chain('BITCOIN')).toMatchObject({ rescanFrom: from, rescanUntil: until });
    await watch();
    expect(await chain('BITCOIN')).toMatchObject({
      height: until,
      rescanFrom: null,
      rescanUntil: null,
    });
    expect(await player.balance()).toBe('3000.00');
    expect(await find({ txid })).toMatchObject({ status: 'settled', height: from });
    const kept = await db
      .selectFrom('chain_blocks')
      .select('height')
      .where('blockchain', '=', 'BITCOIN')
      .execute();
    expect(kept).toHaveLength(200);
  });

  test('stops the reader that is at work', async () => {
    const { target } = await player.ask();
    desk.bitcoin.send({ target, units: 1_000_000n });
    desk.bitcoin.mine(5);
    const { blocks } = desk.bitcoinNode;
    const { height } = await chain('BITCOIN');
    desk.bitcoinNode.blocks = async (from, to) => {
      desk.bitcoinNode.blocks = blocks;
      expect(await rescan(height)).toMatchObject({ status: 200 });
      return blocks(from, to);
    };
    await watch();
    expect(await chain('BITCOIN')).toMatchObject({ height, rescanFrom: height });
    expect(await player.balance()).toBe('0.00');
    await watch();
    expect(await player.balance()).toBe('1000.00');
  });

  test('ends the pause after a deep reorganisation, and takes back what is gone', async () => {
    const { target } = await player.ask();
    const from = desk.bitcoin.height + 1;
    const { txid } = desk.bitcoin.send({ target, units: 1_000_000n });
    const kept = desk.bitcoin.send({ target, units: 2_000_000n });
    desk.bitcoin.mine(250);
    await watch();
    expect(await player.balance()).toBe('3000.00');
    desk.bitcoin.undo(250, { areGone: true });
    desk.bitcoin.send(kept);
    desk.bitcoin.mine(260);
    await watch();
    expect(await chain('BITCOIN')).toMatchObject({ paused: 'deepReorganisation' });
    expect(await player.balance()).toBe('3000.00');
    expect(await rescan(from)).toMatchObject({ status: 200 });
    await watch();
    expect(await chain('BITCOIN')).toMatchObject({ paused: null, height: desk.bitcoin.height });
    expect(await player.balance()).toBe('2000.00');
    expect(await find({ txid })).toMatchObject({ status: 'undone' });
    expect(await find({ txid: kept.txid })).toMatchObject({ status: 'settled', height: from });
  });

  test('forgets spends that are in no block any more', async () => {
    const { target } = await player.ask();
    const { txid } = desk.bitcoin.send({ target, units: 1_000_000n });
    desk.bitcoin.mine(5);
    const from = desk.bitcoin.height + 1;
    const { txid: spender } = desk.bitcoin.send({ target: 'elsewhere', units: 1n }, [
      { txid, index: '0' },
    ]);
    desk.bitcoin.mine(1);
    await watch();
    expect(await find({ txid })).toMatchObject({ spentBy: spender });
    await rescan(from);
    await watch();
    expect(await find({ txid })).toMatchObject({ spentBy: spender });
    desk.bitcoin.undo(1, { areGone: true });
    desk.bitcoin.mine(2);
    await rescan(from);
    await watch();
    expect(await find({ txid })).toMatchObject({ spentBy: null });
  });

  test('waits for a node that has the block, and begins elsewhere if told so', async () => {
    const { height } = await chain('BITCOIN');
    const { hashAt } = desk.bitcoinNode;
    desk.bitcoinNode.hashAt = async (at) => (at < height - 5 ? null : hashAt(at));
    expect(await rescan(height - 20)).toMatchObject({ status: 200 });
    await watch();
    expect(await chain('BITCOIN')).toMatchObject({
      paused: 'pruned',
      height,
      rescanFrom: height - 20,
    });
    expect(await rescan(height - 2)).toMatchObject({ status: 200 });
    await watch();
    desk.bitcoinNode.hashAt = hashAt;
    expect(await chain('BITCOIN')).toMatchObject({ paused: null, height, rescanFrom: null });
  });

  test('skips no block, and needs a chain and its scope', async () => {
    const { height } = await chain('BITCOIN');
    expect(await rescan(height + 1)).toMatchObject({
      status: 400,
      body: { error: { code: 'request.invalid', params: { field: 'fromHeight' } } },
    });
    for (const fields of [{ account: 'unknown' }, { blockchain: 'DOGECOIN' }]) {
      const { status, body } = await rescan(height, fields);
      expect([status, body.error.code]).toEqual([404, 'chain.notFound']);
    }
    const { ask } = await createOperator(desk.server, { scopes: ['read', 'deposits'] });
    const request = { ...place, fromHeight: 1, reason: 'a try' };
    expect(await ask('chains-rescan', request)).toMatchObject({ status: 403 });
  });
});
