import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChainSource } from '../../chain-rail.ts';
import { buildEvmSource } from './evm-source.ts';
import {
  healthyAnswers,
  rangeOf,
  sampleAddress,
  sampleBlock,
  sampleHash,
  sampleLog,
} from './testing/chain-sample.ts';
import { NodeRefusal, type NodeStandIn, startNodeStandIn } from './testing/node-stand-in.ts';

let node: NodeStandIn;
let source: ChainSource;
const head = 100;

beforeAll(async () => {
  node = await startNodeStandIn();
});
afterAll(() => node.close());

beforeEach(() => {
  node.answers = healthyAnswers(head);
  source = buildEvmSource({
    blockchain: 'ETHEREUM',
    node: { url: node.url },
    chainId: 1,
    timeoutMs: 60_000,
  });
});
afterEach(() => {
  node.respond = () => undefined;
  node.requests = [];
});

const refusal = (code: number, message: string) => () => {
  throw new NodeRefusal(code, message);
};

describe('the newest block', () => {
  test('is told with its time', async () => {
    const minedAt = new Date(1_790_000_100_000);
    await expect(source.tip()).resolves.toEqual({ height: head, hash: sampleHash(head), minedAt });
  });

  test('of another chain is refused', async () => {
    node.answers.eth_chainId = () => '0x38';
    const error = { reason: 'wrongNetwork', message: 'the node serves chain 56, not 1' };
    await expect(source.tip()).rejects.toMatchObject(error);
  });

  test('of a node that loads the chain is refused', async () => {
    node.answers.eth_syncing = () => ({ currentBlock: '0x1', highestBlock: '0x64' });
    await expect(source.tip()).rejects.toMatchObject({ reason: 'syncing' });
  });

  test.each([
    { case: 'no block', block: null },
    { case: 'a short hash', block: sampleBlock(1, { hash: '0x12' }) },
    { case: 'a decimal number', block: sampleBlock(1, { number: 1 }) },
    {
      case: 'a time beyond the calendar',
      block: sampleBlock(1, { timestamp: `0x${'f'.repeat(16)}` }),
    },
  ])('can not be read: $case', async ({ block }) => {
    node.answers.eth_getBlockByNumber = () => block;
    await expect(source.tip()).rejects.toMatchObject({ reason: 'malformed' });
  });
});

describe('a block that is not there', () => {
  test('is told from one that the node has forgotten', async () => {
    await expect(source.hashAt(head + 1)).resolves.toBeNull();
    node.answers.eth_getBlockByNumber = () => null;
    await expect(source.hashAt(3)).rejects.toMatchObject({ reason: 'pruned' });
    await expect(source.blocks(3, 4)).rejects.toMatchObject({ reason: 'pruned' });
    await expect(source.blocks(head + 1, head + 1)).rejects.toMatchObject({
      reason: 'unavailable',
      message: `the node hasn't reached block ${head + 1} yet`,
    });
  });
});

describe('payments', () => {
  const coin = (change: object) => ({
    hash: sampleHash(500),
    from: sampleAddress(5),
    to: sampleAddress(7),
    value: '0xde0b6b3a7640000',
    ...change,
  });

  test('in coins are those with a recipient and an amount', async () => {
    const upper = sampleAddress(0xabcdef).toUpperCase().replace('0X', '0x');
    const transactions = [coin({ to: upper }), coin({ value: '0x0' }), coin({ to: null })];
    node.answers.eth_getBlockByNumber = () => sampleBlock(5, { transactions });
    const [block] = await source.blocks(5, 5);
    expect(block?.transfers).toEqual([
      {
        txid: sampleHash(500),
        index: 'tx',
        target: sampleAddress(0xabcdef),
        memo: null,
        contract: null,
        units: 10n ** 18n,
        sender: sampleAddress(5),
      },
    ]);
  });

  test('in tokens are those of ERC-20, numbered in their transaction', async () => {
    const [topic, from, to] = sampleLog(5).topics;
    const other = { transactionHash: sampleHash(2000) };
    const logs = [
      sampleLog(5, { logIndex: '0xa', data: sampleHash(3) }),
      sampleLog(5, { logIndex: '0x9', topics: [topic, from, to, sampleHash(1)], data: '0x' }),
      sampleLog(5, { logIndex: '0x2' }),
      sampleLog(5, { logIndex: '0x3', ...other, data: sampleHash(0) }),
      sampleLog(5, { logIndex: '0x4', ...other, data: `${sampleHash(1)}00` }),
      sampleLog(5, { logIndex: '0x5', ...other, topics: [topic, from] }),
      sampleLog(5, { logIndex: '0x6', ...other, topics: [topic, from, `0x${'f'.repeat(64)}`] }),
      sampleLog(5, { logIndex: '0x7', ...other }),
    ];
    node.answers.eth_getLogs = () => logs;
    const [block] = await source.blocks(5, 5);
    const contract = sampleAddress(99);
    const rest = { target: sampleAddress(7), memo: null, contract, sender: sampleAddress(5) };
    expect(block?.transfers).toEqual([
      { txid: sampleHash(1000), index: 't0', units: 25n, ...rest },
      { txid: sampleHash(2000), index: 't4', units: 25n, ...rest },
      { txid: sampleHash(1000), index: 't2', units: 3n, ...rest },
    ]);
  });

  test('in coins count only if their transaction succeeded in that block', async () => {
    const transactions = [coin({})];
    node.answers.eth_getBlockByNumber = () => sampleBlock(5, { transactions });
    const [transfer] = (await source.blocks(5, 5))[0]?.transfers ?? [];
    if (!transfer) throw new Error('No payment was found');
    const receive = async (receipt: object | null) => {
      node.answers.eth_getTransactionReceipt = () => receipt;
      return source.hasMoved?.(transfer);
    };
    const blockHash = sampleHash(5);
    await expect(receive({ blockHash, status: '0x1' })).resolves.toBe(true);
    await expect(receive({ blockHash, status: '0x0' })).resolves.toBe(false);
    const malformed = { reason: 'malformed' };
    await expect(receive({ blockHash: sampleHash(6), status: '0x1' })).rejects.toMatchObject(
      malformed,
    );
    await expect(receive({ blockHash, root: '0x' })).rejects.toMatchObject(malformed);
    await expect(receive(null)).rejects.toMatchObject(malformed);
    const { length } = node.requests;
    const token = { ...transfer, index: 't0', contract: sampleAddress(99) };
    await expect(source.hasMoved?.(token)).resolves.toBe(true);
    expect(node.requests).toHaveLength(length);
  });
});

describe('a range of blocks', () => {
  const heightsOf = (blocks: { height: number }[]) => blocks.map(({ height }) => height);
  const range = (from: number, to: number) =>
    rangeOf({ fromBlock: String(from), toBlock: String(to) });
  /** How many calls each request had. */
  const sizes = () => node.requests.map(({ methods }) => methods.length);

  test('is read by one request, with the logs in their blocks', async () => {
    node.answers.eth_getLogs = (filter: { fromBlock: string; toBlock: string }) =>
      rangeOf(filter).map((height) => sampleLog(height, { data: sampleHash(height) }));
    const blocks = await source.blocks(11, 30);
    expect(heightsOf(blocks)).toEqual(range(11, 30));
    expect(blocks.map(({ transfers }) => transfers[0]?.units)).toEqual(range(11, 30).map(BigInt));
    expect(blocks[0]?.minedAt).toEqual(new Date(1_790_000_011_000));
    expect(sizes()).toEqual([21]);
  });

  test.each([
    { code: -32_005, message: 'query returned more than 10000 results' },
    { code: -32_600, message: 'eth_getLogs is limited to a 3 block range' },
    { code: -32_000, message: 'query timeout exceeded' },
  ])('is halved after "$message"', async ({ code, message }) => {
    node.answers.eth_getLogs = (filter: { fromBlock: string; toBlock: string }) =>
      rangeOf(filter).length > 3 ? refusal(code, message)() : [];
    await expect(source.blocks(1, 7).then(heightsOf)).resolves.toEqual(range(1, 7));
    // Seven blocks are too many, and four are; after two without a fault it takes three.
    expect(sizes()).toEqual([8, 5, 3, 4, 3]);
  });

  test.each([
    { case: 'a status', respond: () => ({ status: 413, body: '' }) },
    { case: 'a status for no batch', respond: () => ({ status: 400, body: 'no batches' }) },
    {
      case: 'an error for no batch',
      respond: () => ({ status: 200, body: { id: null, error: { code: -32_600, message: 'no' } } }),
    },
  ])('is read one by one after $case', async ({ respond }) => {
    node.respond = (calls) => (calls.length > 1 ? respond() : undefined);
    await expect(source.blocks(1, 3).then(heightsOf)).resolves.toEqual(range(1, 3));
  });

  test('is not asked for again and again if the node is too busy', async () => {
    node.respond = () => ({ status: 503, body: '' });
    await expect(source.blocks(1, 20)).rejects.toMatchObject({ reason: 'unavailable' });
    expect(sizes()).toEqual([21]);
    node.respond = () => undefined;
    await expect(source.blocks(1, 20).then(heightsOf)).resolves.toEqual(range(1, 20));
    expect(sizes()).toEqual([21, 11, 11]);
  });

  test('of one block that is refused ends in an error', async () => {
    node.answers.eth_getLogs = refusal(-32_005, 'query returned more than 10000 results');
    const error = { reason: 'unavailable', message: 'eth_getLogs: error -32005' };
    await expect(source.blocks(1, 3)).rejects.toMatchObject(error);
  });

  test.each([
    { case: 'another block', logs: [sampleLog(77)] },
    { case: 'a block that was removed', logs: [sampleLog(2, { removed: true })] },
    { case: 'a pending block', logs: [sampleLog(2, { blockHash: null })] },
    { case: 'the same place', logs: [sampleLog(2), sampleLog(2)] },
  ])('with a log of $case is malformed', async ({ logs }) => {
    node.answers.eth_getLogs = () => logs;
    await expect(source.blocks(1, 3)).rejects.toMatchObject({ reason: 'malformed' });
  });

  test('of two chains is malformed', async () => {
    node.answers.eth_getBlockByNumber = (tag: string) =>
      sampleBlock(Number(tag), Number(tag) === 3 ? { parentHash: sampleHash(77) } : {});
    const error = { reason: 'malformed', message: 'block 3: the chain moved meanwhile' };
    await expect(source.blocks(1, 4)).rejects.toMatchObject(error);
  });

  test('with another block than was asked for is malformed', async () => {
    node.answers.eth_getBlockByNumber = () => sampleBlock(9);
    await expect(source.blocks(8, 8)).rejects.toMatchObject({ reason: 'malformed' });
  });

  test('with an answer that is missing is malformed', async () => {
    node.respond = () => ({ status: 200, body: [] });
    await expect(source.blocks(1, 4)).rejects.toMatchObject({ reason: 'malformed' });
  });

  test('whose logs a late node left out is asked for again, block by block', async () => {
    const logsBloom = `0x${'f'.repeat(512)}`;
    node.answers.eth_getBlockByNumber = (tag: string) =>
      sampleBlock(Number(tag), tag === '0x2' ? { logsBloom } : {});
    const byHash = (answer: () => unknown) => (filter: { blockHash?: string }) =>
      filter.blockHash === undefined ? [] : answer();
    node.answers.eth_getLogs = byHash(() => [sampleLog(2)]);
    const blocks = await source.blocks(1, 3);
    expect(blocks.map(({ transfers }) => transfers.length)).toEqual([0, 1, 0]);
    node.answers.eth_getLogs = byHash(refusal(-32_000, 'unknown block'));
    await expect(source.blocks(1, 3)).rejects.toMatchObject({ reason: 'unavailable' });
    // The filter may say by chance that there are some.
    node.answers.eth_getLogs = () => [];
    await expect(source.blocks(1, 3)).resolves.toHaveLength(3);
  });
});
