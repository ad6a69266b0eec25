import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ChainError, type ChainRail, type SweepInput } from '../connectors/chain-rail.ts';
import { watchChains } from '../money/chains/watch-chains.ts';
import { usdtContract, useChainDesk } from '../testing/chain-desk.ts';
import { bringCoinPlayer } from '../testing/coin-methods.ts';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';

const desk = useChainDesk();
const watch = () => watchChains(desk.server.core);
const ether = 10n ** 18n;

let operator: OperatorClient;
let player: Awaited<ReturnType<typeof bringCoinPlayer>>;
beforeAll(async () => {
  operator = await createOperator(desk.server);
});
beforeEach(async () => {
  player = await bringCoinPlayer(desk);
});

describe('a plan to collect money', () => {
  const bitcoinAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const etherAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
  const asked: SweepInput[][] = [];
  const nothing = Promise.resolve({ kind: 'none' as const, detail: 'nothing' });

  /** Plans as the connector does, and keeps what it was given. */
  function stub(blockchain: string, plan: ChainRail['planSweep']): void {
    const rails = desk.server.core.brands.get('kassa')?.accounts.get('chains')?.rails;
    const rail = rails?.get(blockchain as ChainRail['blockchain']);
    if (rail === undefined) throw new Error('no rail');
    asked.length = 0;
    rail.planSweep = (inputs, target) => {
      asked.push([...inputs]);
      return inputs.length === 0 ? nothing : plan(inputs, target);
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
    ['no fee', { feeRate: undefined }, 'feeRate'],
    ['a coin that the account does not take', { coin: 'DOGE' }, 'coin'],
  ])('with %s is refused', async (_, fields, field) => {
    const { status, body } = await bitcoin(fields);
    expect([status, body.error.params]).toEqual([400, { field }]);
  });

  test.each([
    ['destination', 400, 'request.invalid', 'destination: must be one of ours'],
    [null, 409, 'act.impossible', 'There is no plan: must be one of ours.'],
  ] as const)('that the chain refuses for its %s is none', async (field, status, code, message) => {
    stub('BITCOIN', async () => ({ kind: 'refused', field, detail: 'must be one of ours' }));
    const { target } = await player.ask();
    desk.bitcoin.send({ target, units: 5_000_000n });
    desk.bitcoin.mine(5);
    await watch();
    const answer = await bitcoin();
    const params = field === null ? {} : { field };
    expect(answer).toMatchObject({ status, body: { error: { code, message } } });
    expect(answer.body.error.params ?? {}).toEqual(params);
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
