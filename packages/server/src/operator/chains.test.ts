import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChainRail } from '../connectors/chain-rail.ts';
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

describe('the list of chains', () => {
  test('says how far each was read, from which nodes, and what waits', async () => {
    const before = await chain('BITCOIN');
    const { target } = await player.ask();
    desk.bitcoin.send({ target, units: 1_000_000n });
    desk.bitcoin.mine(2);
    await watch();
    expect(await chain('BITCOIN')).toEqual({
      account: 'chains',
      blockchain: 'BITCOIN',
      isConfigured: true,
      height: desk.bitcoin.height,
      tipHeight: desk.bitcoin.height,
      lagBlocks: 0,
      paused: null,
      pausedDetail: null,
      pausedAt: null,
      readAt: expect.stringMatching(/Z$/),
      rescanFrom: null,
      rescanUntil: null,
      nodes: ['node.example', 'second.example'],
      openPayments: before.openPayments + 1,
      parkedPayments: before.parkedPayments,
      keyId: 'key-1',
      nextIndex: before.nextIndex + 1,
    });
  });

  test('says why one is paused, and keeps one that the settings no longer have', async () => {
    desk.bitcoinNode.fault = 'syncing';
    desk.secondNode.fault = 'syncing';
    await watch();
    expect(await chain('BITCOIN')).toMatchObject({
      paused: 'syncing',
      pausedDetail: 'node.example plays a fault',
      pausedAt: expect.stringMatching(/Z$/),
    });
    desk.bitcoinNode.fault = null;
    desk.secondNode.fault = null;
    await watch();
    const rails = desk.server.core.brands.get('kassa')?.accounts.get('chains')?.rails;
    const { rail, put } = takeOut(rails, 'BITCOIN');
    expect(await chain('BITCOIN')).toMatchObject({ isConfigured: false, nodes: [], keyId: null });
    put(rail);
    const other = await createOperator(desk.server, { brandId: 'other' });
    expect((await other.ask('chains-list')).body).toEqual({ items: [] });
  });
});

function takeOut(rails: ReadonlyMap<string, ChainRail> | undefined, blockchain: string) {
  const map = rails as Map<string, ChainRail>;
  const rail = map.get(blockchain) as ChainRail;
  map.delete(blockchain);
  return { rail, put: (back: ChainRail) => map.set(blockchain, back) };
}

describe('the list of addresses', () => {
  test('finds an address, a player and a deposit', async () => {
    const { depositId, address } = await player.ask();
    await player.ask('ethereum');
    const { body } = await operator.ask('chain-addresses-list', { address });
    const [item] = body.items;
    expect(body).toMatchObject({
      items: [
        { blockchain: 'BITCOIN', coin: 'BTC', address, memo: null, keyId: 'key-1', depositId },
      ],
      nextCursor: null,
    });
    for (const filter of [{ depositId }, { depositId: item.depositReference.toLowerCase() }]) {
      const { body: found } = await operator.ask('chain-addresses-list', filter);
      expect(found.items).toEqual([item]);
    }
    for (const named of [item.player, item.playerId]) {
      const { body: own } = await operator.ask('chain-addresses-list', { player: named });
      expect(own.items.map((it: { coin: string }) => it.coin)).toEqual(['ETH', 'BTC']);
    }
    const { body: first } = await operator.ask('chain-addresses-list', { limit: 1 });
    const next = { limit: 1, cursor: first.nextCursor };
    const { body: second } = await operator.ask('chain-addresses-list', next);
    expect(second.items).toEqual([item]);
  });

  test('finds the player of a comment at a shared address', async () => {
    const { depositId, memo } = await player.ask('toncoin');
    await (await bringCoinPlayer(desk)).ask('toncoin');
    const filter = { address: 'UQshared', memo };
    const { body } = await operator.ask('chain-addresses-list', filter);
    expect(body.items).toMatchObject([{ memo, depositId }]);
    expect(await operator.ask('chain-addresses-list', { memo })).toMatchObject({ status: 400 });
  });

  test('finds an address without the capitals that are its checksum', async () => {
    const { target } = await player.ask('ethereum');
    const address = `0x${'aB'.repeat(20)}`;
    await desk.server.core.db
      .updateTable('chain_addresses')
      .set({ address, target: address.toLowerCase() })
      .where('target', '=', target)
      .execute();
    for (const text of [address, address.toLowerCase()]) {
      const { body } = await operator.ask('chain-addresses-list', { address: text });
      expect(body.items).toMatchObject([{ address }]);
    }
  });
});

describe('the list of payments', () => {
  test('describes a payment, found by what names it', async () => {
    const { depositId, target, address } = await player.ask();
    const { txid } = desk.bitcoin.send({ target, units: 1_000_000n });
    desk.bitcoin.mine(2);
    await watch();
    const item = await find({ txid });
    expect(item).toMatchObject({
      account: 'chains',
      blockchain: 'BITCOIN',
      explorerUrl: `https://mempool.space/tx/${txid}`,
      status: 'seen',
      because: null,
      note: null,
      coin: 'BTC',
      amount: '0.01',
      address,
      depositId,
      height: desk.bitcoin.height - 1,
      confirmations: 2,
      requiredConfirmations: 5,
      rate: '100000',
      value: '1000.00',
      accountCurrency: 'EUR',
      receiptReference: null,
    });
    const named = [
      { txid: txid.toUpperCase() },
      { depositId },
      { depositId: item.depositReference },
      { address },
      { address, status: 'seen' },
    ];
    for (const filter of named) expect(await find(filter)).toEqual(item);
    desk.bitcoin.mine(3);
    await watch();
    expect(await find({ txid })).toMatchObject({ status: 'settled', confirmations: 5 });
    const { body: settled } = await operator.ask('chain-payments-list', {
      status: 'settled',
      account: 'chains',
      blockchain: 'BITCOIN',
    });
    expect(settled.items[0]).toMatchObject({ txid });
    const { body: none } = await operator.ask('chain-payments-list', { txid, status: 'seen' });
    expect(none.items).toEqual([]);
  });

  test('has what waits for a decision, page by page', async () => {
    const ids = [(await park()).id, (await park()).id];
    const { body: first } = await operator.ask('chain-payments-list', { limit: 1 });
    const { body: second } = await operator.ask('chain-payments-list', {
      limit: 1,
      cursor: first.nextCursor,
    });
    expect([first.items[0].id, second.items[0].id]).toEqual(ids.reverse());
    expect(first.items[0]).toMatchObject({
      status: 'parked',
      because: 'noMemo',
      player: null,
      rate: null,
      value: null,
    });
  });
});
