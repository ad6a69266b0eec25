import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answer, startAnsweringNode } from './testing/answering-node.ts';
import {
  answerBlock,
  answerCallInfo,
  answerContractCall,
  answerGenesis,
  answerPayment,
  answerPlainInfo,
  answerTransferLog,
  documentedHash,
  documentedHeight,
  documentedParent,
  documentedTime,
  nileGenesis,
  payerHex,
  playerHex,
  tokenHex,
} from './testing/documented-answers.ts';
import { buildTronSource, mainGenesis } from './tron-source.ts';

let node: Awaited<ReturnType<typeof startAnsweringNode>>;

beforeAll(async () => {
  node = await startAnsweringNode();
});

afterAll(() => node.close());

beforeEach(() => {
  node.asked.length = 0;
  node.answer('getnowblock', () => answerBlock());
  node.answer('getblockbynum', ({ num }) => (num === 0 ? answerGenesis(nileGenesis) : {}));
  node.answer('getblockbylimitnext', () => ({ block: [answerBlock()] }));
  node.answer('gettransactioninfobyblocknum', () => ({}));
});

const build = (network: 'main' | 'test' = 'test', timeoutMs = 60_000) =>
  buildTronSource({ node: { url: node.url, apiKey: 'key-of-test' }, network, timeoutMs });

const readOne = () => build().blocks(documentedHeight, documentedHeight);

const address = (hex: string) => TronWeb.address.fromHex(`41${hex}`);

const [first, second, third] = ['1a', '2b', '3c'].map((byte) => byte.repeat(32)) as [
  string,
  string,
  string,
];

test('names the newest block of the right network, with its key', async () => {
  const source = build();
  expect(await source.tip()).toEqual({
    height: documentedHeight,
    hash: documentedHash,
    minedAt: new Date(documentedTime),
  });
  await source.tip();
  expect(node.asked.map(({ call }) => call)).toEqual([
    'getblockbynum',
    'getnowblock',
    'getnowblock',
  ]);
  expect(node.asked[0]?.headers['tron-pro-api-key']).toBe('key-of-test');
  expect(source.host).toBe(new URL(node.url).host);
});

test('tells the main network from all others by its block 0', async () => {
  await expect(build('main').tip()).rejects.toMatchObject({ reason: 'wrongNetwork' });
  node.answer('getblockbynum', () => answerGenesis('0'.repeat(64)));
  expect(await build('test').tip()).toMatchObject({ height: documentedHeight });
  node.answer('getblockbynum', () => answerGenesis(mainGenesis));
  expect(await build('main').tip()).toMatchObject({ height: documentedHeight });
  await expect(build('test').tip()).rejects.toMatchObject({ reason: 'wrongNetwork' });
  node.answer('getblockbynum', () => ({}));
  await expect(build('main').tip()).rejects.toMatchObject({ reason: 'pruned' });
});

test('finds the hash of a height, or none', async () => {
  node.answer('getblockbynum', ({ num }) => (num === documentedHeight ? answerBlock() : {}));
  expect(await build().hashAt(documentedHeight)).toBe(documentedHash);
  expect(await build().hashAt(documentedHeight + 1)).toBeNull();
  node.answer('getblockbynum', () => answerBlock());
  await expect(build().hashAt(3)).rejects.toMatchObject({ reason: 'malformed' });
});

test('reads payments in TRX that were carried out', async () => {
  const transactions = [
    answerPayment({ txID: first, amount: 1_500_000 }),
    answerPayment({ txID: second, amount: 7, contractRet: 'OUT_OF_ENERGY' }),
    answerPayment({ txID: third }),
  ];
  node.answer('getblockbylimitnext', () => ({ block: [answerBlock({ transactions })] }));
  expect(await readOne()).toEqual([
    {
      height: documentedHeight,
      hash: documentedHash,
      parentHash: documentedParent,
      minedAt: new Date(documentedTime),
      spends: [],
      transfers: [
        {
          txid: first,
          index: 'tx',
          target: address(playerHex),
          memo: null,
          contract: null,
          units: 1_500_000n,
          sender: address(payerHex),
        },
      ],
    },
  ]);
  // No contract ran, so there are no logs to ask for. The end of a range isn't part of it.
  expect(node.asked.map(({ call, fields }) => ({ call, ...fields }))).toEqual([
    { call: 'getblockbylimitnext', startNum: documentedHeight, endNum: documentedHeight + 1 },
  ]);
});

test('reads payments in tokens from the logs of transactions that succeeded', async () => {
  const transactions = [
    answerContractCall({ txID: first }),
    answerContractCall({ txID: second, contractRet: 'REVERT' }),
    answerPayment({ txID: third, amount: 5 }),
  ];
  const largest = 2n ** 256n - 1n;
  const log = answerTransferLog(playerHex, 25_000_000n);
  const approval = { ...log, topics: ['8c'.repeat(32), ...log.topics.slice(1)] };
  const collectible = { ...log, topics: [...log.topics, '0'.repeat(64)], data: undefined };
  const nothing = answerTransferLog(playerHex, 0n);
  node.answer('getblockbylimitnext', () => ({ block: [answerBlock({ transactions })] }));
  node.answer('gettransactioninfobyblocknum', () => [
    answerCallInfo(first, [
      approval,
      log,
      collectible,
      nothing,
      answerTransferLog(playerHex, largest),
    ]),
    answerCallInfo(second, [log], 'REVERT'),
    answerPlainInfo(third),
  ]);
  const [block] = await readOne();
  const token = {
    txid: first,
    target: address(playerHex),
    memo: null,
    contract: address(tokenHex),
    sender: address(payerHex),
  };
  expect(block?.transfers.slice(1)).toEqual([
    { ...token, index: 't0', units: 25_000_000n },
    { ...token, index: 't3', units: largest },
  ]);
});

test('refuses results that belong to another block, and blocks that form no chain', async () => {
  const transactions = [answerContractCall({ txID: first })];
  node.answer('getblockbylimitnext', () => ({ block: [answerBlock({ transactions })] }));
  for (const infos of [
    [],
    [answerCallInfo(second, [])],
    [answerCallInfo(first, []), answerCallInfo(first, [])],
    [{ ...answerCallInfo(first, []), blockTimeStamp: documentedTime + 3000 }],
  ]) {
    node.answer('gettransactioninfobyblocknum', () => infos);
    await expect(readOne()).rejects.toMatchObject({ reason: 'unavailable' });
  }
  const next = answerBlock({ number: documentedHeight + 1, blockID: first, parentHash: second });
  node.answer('getblockbylimitnext', () => ({ block: [answerBlock(), next] }));
  const read = build().blocks(documentedHeight, documentedHeight + 1);
  await expect(read).rejects.toMatchObject({ reason: 'malformed' });
});

test('sorts a range, and tells blocks that come later from blocks that are lost', async () => {
  const next = answerBlock({
    number: documentedHeight + 1,
    blockID: first,
    parentHash: documentedHash,
  });
  node.answer('getblockbylimitnext', () => ({ block: [next, answerBlock()] }));
  const blocks = await build().blocks(documentedHeight, documentedHeight + 1);
  expect(blocks.map(({ hash }) => hash)).toEqual([documentedHash, first]);

  node.answer('getblockbylimitnext', () => ({}));
  await expect(readOne()).rejects.toMatchObject({ reason: 'pruned' });
  node.answer('getnowblock', () => answerBlock({ number: documentedHeight - 1 }));
  await expect(readOne()).rejects.toMatchObject({ reason: 'unavailable' });
});

test.each<[string, Answer, string]>([
  ['a wrong key', { status: 401, text: '' }, 'misconfigured'],
  ['a forbidden call', { status: 403, text: '{}' }, 'misconfigured'],
  ['a call that is switched off', { status: 404, text: '{"Error":"…"}' }, 'misconfigured'],
  ['a used-up quota', { status: 429, text: '' }, 'unavailable'],
  ['a broken node', { status: 500, text: '' }, 'unavailable'],
  ['a redirect', { status: 302, text: '' }, 'malformed'],
  [
    'a busy node',
    { Error: 'class java.lang.IllegalAccessException : lack of computing resources' },
    'unavailable',
  ],
  [
    'a node without history',
    { status: 200, text: 'this API is closed because this node is a lite fullnode' },
    'pruned',
  ],
  ['no JSON', { status: 200, text: '<html>' }, 'malformed'],
  ['another shape', { block: [{ blockID: 'no hash' }] }, 'malformed'],
])('explains %s', async (_name, answer, reason) => {
  node.answer('getblockbylimitnext', () => answer);
  const error = await readOne().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ChainError', reason });
  expect(String(error)).not.toMatch(/key-of-test|127\.0\.0\.1/);
});

test('refuses a payment that it cannot read rather than leaving it out', async () => {
  const transactions = [answerPayment({ txID: first, amount: 1.5 })];
  node.answer('getblockbylimitnext', () => ({ block: [answerBlock({ transactions })] }));
  await expect(readOne()).rejects.toMatchObject({ reason: 'malformed' });
});

test('explains a node that does not answer', async () => {
  const node = { url: 'http://127.0.0.1:1/' };
  const source = buildTronSource({ node, network: 'test', timeoutMs: 60_000 });
  await expect(source.tip()).rejects.toMatchObject({ reason: 'unavailable' });
});

test('reads no more than a bounded answer', async () => {
  node.answer('getblockbylimitnext', () => ({ status: 200, text: ' '.repeat(65 * 1024 * 1024) }));
  await expect(readOne()).rejects.toMatchObject({ reason: 'malformed' });
});
