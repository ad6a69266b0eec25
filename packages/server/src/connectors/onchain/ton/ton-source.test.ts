import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startAnsweringIndex } from './testing/answering-index.ts';
import {
  answerBlock,
  answerTransaction,
  answerWallet,
  hexOf,
  type MessageParts,
  type TransactionParts,
} from './testing/documented-answers.ts';
import { buildTonSource } from './ton-source.ts';

let index: Awaited<ReturnType<typeof startAnsweringIndex>>;

beforeAll(async () => {
  index = await startAnsweringIndex();
});

afterAll(() => index.close());

const operator = `0:${'0f'.repeat(32)}`;
const master = `0:${'5d'.repeat(32)}`;
const wallet = `0:${'ee'.repeat(32)}`;

beforeEach(() => {
  index.asked.length = 0;
  index.replies.clear();
  index.indexed.blocks = Array.from({ length: 21 }, (_, place) => answerBlock(90 + place));
  index.indexed.transactions = [];
  index.indexed.wallets = [];
});

const build = (network: 'main' | 'test' = 'test') =>
  buildTonSource({
    node: { url: index.url, apiKey: 'key-of-test' },
    network,
    address: operator,
    jettons: [master],
    timeoutMs: 60_000,
  });

const text = (comment: string): MessageParts => ({
  opcode: '0x00000000',
  decoded: { type: 'text_comment', '@type': 'text_comment', comment },
});

/** Transactions of an account, one after another, each in the given masterchain block. */
function chainOf(seqnos: number[], account = operator) {
  return seqnos.map((seqno, place) => {
    const lt = BigInt(seqno * 1_000_000 - 500 + place);
    const before = seqnos[place - 1];
    const previous =
      before === undefined
        ? undefined
        : { hash: 1000 + place - 1, lt: BigInt(before * 1_000_000 - 500 + place - 1) };
    return answerTransaction({
      account,
      seqno,
      hash: 1000 + place,
      lt,
      previous,
      message: text(`KS-${place}`),
    });
  });
}

const one = (parts: Partial<TransactionParts>) => [
  answerTransaction({
    account: operator,
    seqno: 100,
    hash: 7,
    lt: 99_999_000n,
    message: text('KS-1'),
    ...parts,
  }),
];

/** A bag with one cell of whole bytes (boc.tlb). */
function bagOf(bytes: string): string {
  const size = bytes.length / 2;
  const cell = [0, 2 * size].map((byte) => byte.toString(16).padStart(2, '0')).join('') + bytes;
  const total = (cell.length / 2).toString(16).padStart(2, '0');
  return Buffer.from(`b5ee9c720101010100${total}00${cell}`, 'hex').toString('base64');
}

async function readOne() {
  const [block] = await build().blocks(100, 100);
  return block?.transfers ?? [];
}

test('names the newest masterchain block of the right network, with its key', async () => {
  expect(await build().tip()).toEqual({
    height: 110,
    hash: hexOf(110),
    minedAt: new Date(1_700_000_550_000),
  });
  expect(index.asked[0]?.headers['x-api-key']).toBe('key-of-test');
  expect(build().host).toBe(new URL(index.url).host);
  await expect(build('main').tip()).rejects.toMatchObject({ reason: 'wrongNetwork' });
  index.indexed.blocks = [answerBlock(1, -239)];
  expect(await build('main').tip()).toMatchObject({ height: 1 });
  await expect(build('test').tip()).rejects.toMatchObject({ reason: 'wrongNetwork' });
});

test('finds the hash of a height, or none', async () => {
  expect(await build().hashAt(100)).toBe(hexOf(100));
  expect(await build().hashAt(111)).toBeNull();
});

test('reads a range of blocks by one page, each linked to its predecessor', async () => {
  index.indexed.transactions = chainOf([95, 103, 103, 105]);
  const blocks = await build().blocks(101, 105);
  expect(blocks.map(({ height, hash, parentHash }) => [height, hash, parentHash])).toEqual(
    [101, 102, 103, 104, 105].map((seqno) => [seqno, hexOf(seqno), hexOf(seqno - 1)]),
  );
  expect(blocks.map(({ transfers }) => transfers.map(({ memo }) => memo))).toEqual([
    [],
    [],
    ['KS-1', 'KS-2'],
    [],
    ['KS-3'],
  ]);
  expect(blocks[2]?.transfers[0]).toEqual({
    txid: hexOf(1001),
    index: 'in',
    target: operator,
    memo: 'KS-1',
    contract: null,
    units: 1_000_000_000n,
  });
  expect(index.asked.map(({ path }) => path)).toEqual([
    'blocks',
    'blocks',
    'blocks',
    'transactions',
    'jetton/wallets',
  ]);
});

test('reads a busy account page by page, and misses nothing', async () => {
  const seqnos = Array.from({ length: 700 }, (_, place) => 95 + Math.floor(place / 50));
  index.indexed.transactions = chainOf(seqnos);
  const blocks = await build().blocks(100, 103);
  expect(blocks.flatMap(({ transfers }) => transfers.map(({ memo }) => memo))).toEqual(
    Array.from({ length: 200 }, (_, place) => `KS-${250 + place}`),
  );
});

test('reads what a shard has made late: its time lies before the last block', async () => {
  index.indexed.transactions = one({ lt: 98_500_000n });
  expect(await readOne()).toMatchObject([{ memo: 'KS-1' }]);
});

test('refuses transactions of which one is missing', async () => {
  for (const place of [2, 4, 6]) {
    index.indexed.transactions = chainOf([95, 99, 101, 101, 102, 102, 103]).toSpliced(place - 1, 1);
    const read = build().blocks(100, 103);
    await expect(read).rejects.toMatchObject({ reason: 'malformed' });
  }
  // An index that begins later than the account lacks the earliest.
  index.indexed.transactions = chainOf([95, 101]).slice(1);
  expect(await build().blocks(101, 101)).toMatchObject([{ transfers: [{ memo: 'KS-1' }] }]);
  index.indexed.transactions = chainOf([101, 101]).slice(1);
  await expect(build().blocks(101, 101)).rejects.toMatchObject({ reason: 'malformed' });
});

test('tells blocks that come later from blocks that the index never had', async () => {
  await expect(build().blocks(105, 115)).rejects.toMatchObject({ reason: 'unavailable' });
  await expect(build().blocks(80, 85)).rejects.toMatchObject({ reason: 'pruned' });
  index.indexed.blocks.splice(13, 1);
  await expect(build().blocks(100, 105)).rejects.toMatchObject({ reason: 'unavailable' });
});

test.each<[string, Partial<TransactionParts>]>([
  [
    'a message from outside',
    { message: { source: null, value: null, bounce: null, bounced: null } },
  ],
  ['the account itself', { message: null }],
  ['a returned message', { message: { ...text('KS-1'), bounced: true } }],
  ['no money', { message: { ...text('KS-1'), value: '0' } }],
  [
    'a payment that was returned',
    { message: { ...text('KS-1'), bounce: true }, aborted: true, bounceType: 'ok' },
  ],
  [
    'a failed payment that may bounce',
    { message: { ...text('KS-1'), bounce: true }, aborted: true },
  ],
])('counts nothing for %s', async (_name, parts) => {
  index.indexed.transactions = one(parts);
  expect(await readOne()).toEqual([]);
});

test('counts no coins that come along with a jetton', async () => {
  // The operation, and the number of the request.
  for (const operation of ['7362d09c', 'd53276db']) {
    const body = bagOf(`${operation}${'00'.repeat(8)}`);
    index.indexed.transactions = one({ message: { opcode: `0x${operation}`, body } });
    expect(await readOne()).toEqual([]);
  }
});

test('refuses a message whose body is missing or unreadable', async () => {
  const bodies = [null, '', 'AAAA', Buffer.from('b5ee9c7201', 'hex').toString('base64')];
  for (const body of bodies) {
    index.indexed.transactions = one({ message: { opcode: '0x00000000', body } });
    await expect(readOne()).rejects.toMatchObject({ reason: 'malformed' });
  }
});

test('counts a jetton only if the operator’s own wallet took it', async () => {
  // The operation, the number of the request, three bytes of amount, and no addresses.
  const body = bagOf(`178d4519${'00'.repeat(8)}30f42400`);
  const parts = { account: wallet, message: { opcode: '0x178d4519', body } };
  index.indexed.wallets = [answerWallet(wallet, operator, master)];
  index.indexed.transactions = one(parts);
  expect(await readOne()).toMatchObject([{ index: 'jetton', contract: master, units: 1_000_000n }]);
  index.indexed.transactions = one({ ...parts, aborted: true, bounceType: 'ok' });
  expect(await readOne()).toEqual([]);
  index.indexed.transactions = one({ ...parts, aborted: true });
  expect(await readOne()).toEqual([]);
});

test('looks a jetton’s wallet up until there is one, and refuses another’s', async () => {
  const source = build();
  await source.blocks(100, 100);
  index.indexed.wallets = [answerWallet(wallet, operator, master)];
  await source.blocks(101, 101);
  await source.blocks(102, 102);
  expect(index.asked.filter(({ path }) => path === 'jetton/wallets')).toHaveLength(2);
  const lie = { jetton_wallets: [answerWallet(wallet, wallet, master)] };
  index.replies.set('jetton/wallets', { status: 200, text: JSON.stringify(lie) });
  await expect(readOne()).rejects.toMatchObject({ reason: 'malformed' });
});

test.each<[string, { status: number; text: string }, string]>([
  ['a wrong key', { status: 401, text: '' }, 'misconfigured'],
  ['a forbidden call', { status: 403, text: '' }, 'misconfigured'],
  ['a used-up quota', { status: 429, text: '' }, 'unavailable'],
  ['a broken index', { status: 500, text: '{"error":"…"}' }, 'unavailable'],
  ['a refused parameter', { status: 422, text: '{"error":"…"}' }, 'malformed'],
  ['no JSON', { status: 200, text: '<html>' }, 'malformed'],
  ['another shape', { status: 200, text: '{"transactions":[{}]}' }, 'malformed'],
  ['another account', { status: 200, text: accountOf(wallet) }, 'malformed'],
  ['too long an answer', { status: 200, text: ' '.repeat(33 * 1024 * 1024) }, 'malformed'],
])('explains %s', async (_name, reply, reason) => {
  index.replies.set('transactions', reply);
  const error = await readOne().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ChainError', reason });
  expect(String(error)).not.toMatch(/key-of-test|127\.0\.0\.1/);
});

function accountOf(account: string): string {
  return JSON.stringify({ transactions: one({ account }) });
}

test('explains an index that does not answer', async () => {
  const node = { url: 'http://127.0.0.1:1/api/v3' };
  const options = { node, network: 'test', address: operator, jettons: [] } as const;
  const source = buildTonSource({ ...options, timeoutMs: 60_000 });
  await expect(source.tip()).rejects.toMatchObject({ reason: 'unavailable' });
});
