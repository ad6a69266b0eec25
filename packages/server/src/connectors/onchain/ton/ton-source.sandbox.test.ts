import { Address, beginCell, type Cell, comment, internal, toNano } from '@ton/core';
import { Blockchain, type SandboxContract, type TreasuryContract } from '@ton/sandbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startAnsweringIndex } from './testing/answering-index.ts';
import { answerBlock, answerWallet } from './testing/documented-answers.ts';
import { toDocumentedTransaction } from './testing/to-documented-transaction.ts';
import { buildTonSource } from './ton-source.ts';

/*
 * Messages and transactions that TON's own virtual machine has made (@ton/sandbox), in the form of
 * the API's document. There is no code of a jetton: its wallets are contracts that accept anything.
 */

let index: Awaited<ReturnType<typeof startAnsweringIndex>>;
let chain: Blockchain;
let player: SandboxContract<TreasuryContract>;
let operator: SandboxContract<TreasuryContract>;

beforeAll(async () => {
  index = await startAnsweringIndex();
  chain = await Blockchain.create();
  player = await chain.treasury('player');
  operator = await chain.treasury('operator');
});

afterAll(() => index.close());

beforeEach(() => {
  index.indexed.blocks = [answerBlock(99_999), answerBlock(100_000)];
  index.indexed.transactions = [];
  index.indexed.wallets = [];
});

const master = `0:${'5d'.repeat(32)}`;

/** Sends a message, and reads what the source finds at the receiver's. */
async function sendAndRead(
  to: Address,
  body: Cell,
  { value = '1.5', bounce = false, owner = to } = {},
) {
  const { transactions } = await player.send({ to, value: toNano(value), bounce, body });
  index.indexed.transactions = transactions
    .filter(({ address }) =>
      to.hash.equals(Buffer.from(address.toString(16).padStart(64, '0'), 'hex')),
    )
    .map((transaction) => toDocumentedTransaction(transaction, 100_000));
  // What came before the test is not in the index.
  for (const transaction of index.indexed.transactions) transaction.prev_trans_lt = '0';
  const node = { url: index.url };
  const address = owner.toRawString();
  const options = { node, network: 'test', address, jettons: [master], timeoutMs: 60_000 } as const;
  const [block] = await buildTonSource(options).blocks(100_000, 100_000);
  expect(index.indexed.transactions).toHaveLength(1);
  return block?.transfers ?? [];
}

const text = (count: number) => 'Ünïcödé 💎 '.repeat(count);

test.each([
  ['of a deposit', 'KS-7Q2M-41XK'],
  ['without letters', ''],
  ['of many alphabets', text(1)],
  ['of several cells', text(20)],
  ['of many cells', text(45)],
])('reads a comment %s', async (_name, memo) => {
  const [transfer, ...others] = await sendAndRead(operator.address, comment(memo));
  const [transaction] = index.indexed.transactions;
  expect(others).toEqual([]);
  expect(transfer).toEqual({
    txid: Buffer.from(transaction?.hash ?? '', 'base64').toString('hex'),
    index: 'in',
    target: operator.address.toRawString(),
    memo,
    contract: null,
    units: toNano('1.5'),
  });
});

test.each<[string, Cell]>([
  ['no body', beginCell().endCell()],
  ['a few bits', beginCell().storeUint(5, 3).endCell()],
  ['an operation', beginCell().storeUint(0x12345678, 32).storeUint(1, 64).endCell()],
  ['an encrypted comment', beginCell().storeUint(0x2167da4b, 32).storeUint(1, 64).endCell()],
  ['a comment of half bytes', beginCell().storeUint(0, 32).storeUint(1, 4).endCell()],
  ['a comment without an end', comment(text(300))],
])('counts a payment with %s, without a comment', async (_name, body) => {
  expect(await sendAndRead(operator.address, body)).toMatchObject([{ index: 'in', memo: null }]);
});

test('replaces what the database cannot store', async () => {
  const body = comment('a\0b');
  expect(await sendAndRead(operator.address, body)).toMatchObject([{ memo: 'a\ufffdb' }]);
});

test('counts money that stays at an address without a contract, and none that bounces', async () => {
  const bare = new Address(0, Buffer.alloc(32, 7));
  expect(await sendAndRead(bare, comment('KS-1'))).toMatchObject([{ memo: 'KS-1' }]);
  expect(index.indexed.transactions[0]?.description.aborted).toBe(true);
  expect((await chain.getContract(bare)).balance).toBeGreaterThan(toNano('1.4'));

  expect(await sendAndRead(bare, comment('KS-1'), { bounce: true })).toEqual([]);
  expect((await chain.getContract(bare)).balance).toBeLessThan(toNano('1.6'));
});

test('takes no returned money for a payment', async () => {
  const bare = new Address(0, Buffer.alloc(32, 8));
  const message = internal({ to: bare, value: toNano('1'), bounce: true, body: comment('KS-1') });
  const { transactions } = await operator.sendMessages([message]);
  const returned = transactions.find(
    ({ inMessage }) => inMessage?.info.type === 'internal' && inMessage.info.bounced,
  );
  if (!returned) throw new Error('Nothing was returned');
  const documented = toDocumentedTransaction(returned, 100_000);
  index.indexed.transactions = [{ ...documented, prev_trans_lt: '0' }];
  const address = operator.address.toRawString();
  const options = { node: { url: index.url }, network: 'test', address, jettons: [] } as const;
  const [block] = await buildTonSource({ ...options, timeoutMs: 60_000 }).blocks(100_000, 100_000);
  expect(block?.transfers).toEqual([]);
});

const payloads: [string, (body: ReturnType<typeof beginCell>) => typeof body, string | null][] = [
  [
    'in the message itself',
    (body) => body.storeBit(0).storeSlice(comment('KS-9').asSlice()),
    'KS-9',
  ],
  ['in a cell of its own', (body) => body.storeBit(1).storeRef(comment(text(20))), text(20)],
  ['nowhere', (body) => body.storeBit(0), null],
  ['nowhere, and cut off', (body) => body, null],
  ['in a cell that is missing', (body) => body.storeBit(1), null],
];

test.each(payloads)('reads a jetton whose comment is %s', async (_name, storePayload, memo) => {
  const wallet = await chain.treasury('wallet of the jetton');
  const head = beginCell().storeUint(0x178d4519, 32).storeUint(42, 64).storeCoins(25_000_000n);
  const addresses = head.storeAddress(player.address).storeAddress(null).storeCoins(1n);
  index.indexed.wallets = [
    answerWallet(wallet.address.toRawString(), operator.address.toRawString(), master),
  ];
  const body = storePayload(addresses).endCell();
  const owner = operator.address;
  expect(await sendAndRead(wallet.address, body, { owner })).toMatchObject([
    { index: 'jetton', target: owner.toRawString(), contract: master, memo, units: 25_000_000n },
  ]);
});

test('reads what the wallet of a jetton that nobody accepts tells', async () => {
  const unknown = `0:${'6e'.repeat(32)}`;
  const head = beginCell().storeUint(0x7362d09c, 32).storeUint(42, 64).storeCoins(7n);
  const body = head.storeAddress(player.address).storeBit(1).storeRef(comment('KS-9')).endCell();
  // Nobody's wallet tells it: anybody can send such a message.
  expect(await sendAndRead(operator.address, body, { value: '0.01' })).toEqual([]);
  index.indexed.wallets = [
    answerWallet(player.address.toRawString(), operator.address.toRawString(), unknown),
  ];
  expect(await sendAndRead(operator.address, body, { value: '0.01' })).toMatchObject([
    { index: 'jetton', contract: unknown, memo: 'KS-9', units: 7n },
  ]);
  // An accepted jetton's is read at its wallet, and is not counted twice.
  index.indexed.wallets = [
    answerWallet(player.address.toRawString(), operator.address.toRawString(), master),
  ];
  expect(await sendAndRead(operator.address, body, { value: '0.01' })).toEqual([]);
});
