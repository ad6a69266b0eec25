import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ChainError, type ChainRail, type SweepInput } from '../connectors/chain-rail.ts';
import { watchChains } from '../money/chains/watch-chains.ts';
import { usdtContract, useChainDesk } from '../testing/chain-desk.ts';
import { bringCoinPlayer } from '../testing/coin-methods.ts';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';

const desk = useChainDesk({ brand: { secondApproval: { upTo: { BTC: '1', TON: '100' } } } });
const watch = () => watchChains(desk.server.core);
const reason = 'the player showed the transaction';
const ether = 10n ** 18n;

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

describe('a plan to collect money', () => {
  const bitcoinAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const etherAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
  const asked: SweepInput[][] = [];

  /** Plans as the connector does, and keeps what it was given. */
  function stub(blockchain: string, plan: ChainRail['planSweep']): void {
    const rails = desk.server.core.brands.get('kassa')?.accounts.get('chains')?.rails;
    const rail = rails?.get(blockchain as ChainRail['blockchain']);
    if (rail === undefined) throw new Error('no rail');
    asked.length = 0;
    rail.planSweep = (inputs, target) => {
      asked.push([...inputs]);
      return plan(inputs, target);
    };
  }

  const bitcoin = (fields: object = {}) =>
    operator.ask('chains-sweep-plan', {
      account: 'chains',
      blockchain: 'BITCOIN',
      coin: 'BTC',
      destination: bitcoinAddress,
      feeRate: 12,
      ...fields,
    });
  const usdt = (fields: object = {}) =>
    operator.ask('chains-sweep-plan', {
      account: 'chains',
      blockchain: 'ETHEREUM',
      coin: 'USDT',
      destination: etherAddress,
      ...fields,
    });

  test('has all unspent outputs, page by page, and none that is spent', async () => {
    const { target, address } = await player.ask();
    const sent = [1n, 2n, 3n].map((n) =>
      desk.bitcoin.send({ target, units: n * 1_000_000n, index: '4' }),
    );
    desk.bitcoin.mine(5);
    await watch();
    const [first, second, third] = sent.map(({ txid }) => txid);
    const spent = { txid: first ?? '', index: '4' };
    desk.bitcoin.send({ target: 'elsewhere', units: 1n }, [spent]);
    desk.bitcoin.mine(1);
    await watch();
    stub('BITCOIN', async (inputs) => {
      const total = inputs.reduce((sum, { units }) => sum + units, 0n);
      return { kind: 'psbt', psbt: 'cHNidP8=', inputs: inputs.length, fee: 500n, total };
    });
    const before = new Date();
    const { status, body } = await bitcoin({ limit: 500 });
    expect([status, body]).toMatchObject([
      200,
      { kind: 'psbt', psbt: 'cHNidP8=', fee: '0.000005', calls: [], hasMore: false },
    ]);
    expect(new Date(body.until).getTime()).toBeGreaterThanOrEqual(before.getTime());
    const own = asked[0]?.filter((input) => input.address === address);
    expect(own).toEqual([
      expect.objectContaining({ output: { txid: second, vout: 4 }, units: 2_000_000n }),
      expect.objectContaining({ output: { txid: third, vout: 4 }, units: 3_000_000n }),
    ]);
    const pages: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body: page } = await bitcoin({ limit: 1, ...(cursor !== undefined && { cursor }) });
      expect(page).toMatchObject({ inputs: 1, hasMore: page.nextCursor !== null });
      pages.push(page.amount);
      cursor = page.nextCursor;
    }
    expect(pages).toHaveLength(body.inputs);
    expect(pages.slice(-2)).toEqual(['0.02', '0.03']);
  });

  test('has what each address got since the last plan', async () => {
    const { target, address } = await player.ask('usdt_erc20');
    const pay = async (units: bigint) => {
      desk.ethereum.send({ target, units, contract: usdtContract, index: 't0' });
      desk.ethereum.mine(16);
      await watch();
    };
    await pay(25_500_000n);
    await pay(10_000_000n);
    const call = {
      from: address,
      path: 'm/0/7',
      to: usdtContract,
      value: '0',
      data: '0xa9',
      moves: '',
    };
    stub('ETHEREUM', async () => ({ kind: 'calls', calls: [call] }));
    const { body } = await usdt();
    expect(body).toMatchObject({ kind: 'calls', psbt: null, calls: [call], since: null });
    const ofPlayer = () => asked.at(-1)?.filter((input) => input.address === address);
    expect(ofPlayer()).toMatchObject([
      { units: 35_500_000n, contract: usdtContract, output: null },
    ]);
    const { body: nothing } = await usdt({ since: body.until });
    expect(nothing).toMatchObject({ kind: 'none', inputs: 0, amount: '0', since: body.until });
    await pay(12_000_000n);
    expect((await usdt({ since: body.until })).body).toMatchObject({ inputs: 1, amount: '12' });
    expect(ofPlayer()).toMatchObject([{ units: 12_000_000n }]);
  });

  test('leaves out what is not settled, and the addresses of a former key', async () => {
    const { target } = await player.ask('ethereum');
    desk.ethereum.send({ target, units: ether, index: 'tx' });
    desk.ethereum.mine(3);
    await watch();
    const coins = { coin: 'ETH' };
    expect((await usdt(coins)).body).toMatchObject({ inputs: 0 });
    desk.ethereum.mine(13);
    await watch();
    expect((await usdt(coins)).body).toMatchObject({ inputs: 1, amount: '1' });
    await desk.server.core.db
      .updateTable('chain_addresses')
      .set({ key_id: 'a former key' })
      .where('target', '=', target)
      .execute();
    expect((await usdt(coins)).body).toMatchObject({ inputs: 0 });
  });

  test.each([
    ['a destination of another chain', { destination: etherAddress }, 'destination'],
    ['no fee', { feeRate: undefined }, 'feeRate'],
    ['a coin that the account does not take', { coin: 'DOGE' }, 'coin'],
  ])('with %s is refused', async (_, fields, field) => {
    const { status, body } = await bitcoin(fields);
    expect([status, body.error.params]).toEqual([400, { field }]);
  });

  test('says so if a node does not answer', async () => {
    stub('BITCOIN', async () => {
      throw new ChainError('unavailable', 'node.example does not answer');
    });
    const { status, body } = await bitcoin();
    expect([status, body.error.code]).toEqual([409, 'act.impossible']);
    expect(body.error.message).toContain('node.example');
  });

  test('is in the log of acts, and needs its scope', async () => {
    await bitcoin();
    const { body } = await operator.ask('acts-list', { action: 'chains-sweep-plan', limit: 1 });
    expect(body.items[0].request).toMatchObject({ destination: bitcoinAddress, coin: 'BTC' });
    const reader = await createOperator(desk.server, { scopes: ['read'] });
    const request = { account: 'chains', blockchain: 'BITCOIN', coin: 'BTC', feeRate: 1 };
    const fields = { ...request, destination: bitcoinAddress };
    expect(await reader.ask('chains-sweep-plan', fields)).toMatchObject({ status: 403 });
  });
});
