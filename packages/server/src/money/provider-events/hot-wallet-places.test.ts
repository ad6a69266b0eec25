import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Account } from '../../brands/accounts.ts';
import type { ChainCoin } from '../../connectors/chain-coin.ts';
import { ChainError } from '../../connectors/chain-rail.ts';
import { buildAccount } from '../../testing/build-method.ts';
import { FakeHotWallet } from '../../testing/fake-hot-wallet.ts';
import { createOperator } from '../../testing/operator-client.ts';
import {
  addPayoutMethods,
  bringPayee,
  payoutRow,
  runPayouts,
  withdrawalRow,
} from '../../testing/payout-desk.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { checkLedger } from '../ledger/check-ledger.ts';

/* Places of payouts in a wallet in memory: whose they are, and when they are free again. */

const required = 16;
const minuteMs = 60_000;

let server: TestServer;
let wallet: FakeHotWallet;
let accounts: Map<string, Account>;
let sequence = 0;
/** How far the clock of the tests is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  const rates = { kind: 'static', base: 'EUR', table: { ETH: '0.0004' } };
  const withdrawals = { approveUpTo: { EUR: '50' } };
  server = await startTestServer({}, { brand: { rates, withdrawals } });
  addPayoutMethods(server.core, 'coins', {
    eth_coins: { currency: 'ETH', blockchain: 'ETHEREUM' },
  });
  addPayoutMethods(server.core, 'fake', { eth_out: { currency: 'ETH', blockchain: 'ETHEREUM' } });
  accounts = server.core.brands.get('kassa')?.accounts as Map<string, Account>;
});

/** Each test has a wallet of its own, with another address. */
beforeEach(() => {
  wallet = new FakeHotWallet();
  sequence += 1;
  Object.assign(wallet, { address: `0xPlaces${sequence}` });
  setAccount('fake');
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

/** Gives an account the wallet, and its coin as the settings have it now. */
function setAccount(name: string, change: Partial<ChainCoin> = {}) {
  const rail = wallet.rail();
  const coins = new Map([...rail.coins].map(([key, coin]) => [key, { ...coin, ...change }]));
  accounts.set(
    name,
    buildAccount(name, { rails: new Map([[rail.blockchain, { ...rail, coins }]]) }),
  );
}

/** Brings a player who asks for coins to an address of their own. */
async function ask(method = 'eth_out') {
  sequence += 1;
  const player = await bringPayee(server);
  const address = `0xPayee${sequence}`;
  return { player, address, id: await player.withdraw(method, address) };
}

/** Lets time pass and the jobs run. */
async function run(ms = 6000): Promise<void> {
  aheadMs += ms;
  await runPayouts(server, aheadMs);
}

const statusOf = async (id: string) => (await withdrawalRow(server, id)).status;

async function confirm(): Promise<void> {
  wallet.mine(required);
  await run();
}

const reasonsOf = async (id: string) =>
  (
    await server.core.db
      .selectFrom('withdrawal_transitions')
      .select('reason')
      .where('withdrawal_id', '=', id)
      .where('to_status', '=', 'inReview')
      .execute()
  ).map(({ reason }) => reason);

const paidTo = (address: string) => wallet.signed.filter(({ to }) => to === address);

describe('what the wallet has paid before a restored copy of the database', () => {
  const gap = 'the hot wallet has sent transactions that no payout has, numbers 1 to 2';

  test('stops its payouts until an operator answers for it', async () => {
    const operator = await createOperator(server);
    const approve = (withdrawalId: string) =>
      operator.ask('withdrawals-approve', { withdrawalId, reason: 'it was not paid' });
    const acknowledge = (upToNonce: number) =>
      operator.ask('hot-wallets-acknowledge', {
        account: 'fake',
        blockchain: 'ETHEREUM',
        upToNonce,
        reason: 'both were looked at',
      });
    await ask();
    await run();
    await confirm();
    expect((await acknowledge(0)).status).toBe(409);
    const { id, address } = await ask();
    wallet.payUnknown(address);
    wallet.payUnknown('0xelsewhere');
    await run();
    expect([await statusOf(id), await reasonsOf(id)]).toEqual(['inReview', [gap]]);
    const { body } = await operator.ask('hot-wallets-list', {});
    expect(body.items).toMatchObject([{ unknownNonces: { from: 1, to: 2 }, nextNonce: 3 }]);
    await approve(id);
    await run();
    expect([await statusOf(id), paidTo(address)]).toEqual(['inReview', []]);
    expect((await acknowledge(3)).status).toBe(400);
    const done = await acknowledge(2);
    expect(done).toMatchObject({ status: 200, body: { fromNonce: 1, toNonce: 2, upToNonce: 2 } });
    await approve(id);
    await run();
    expect(paidTo(address)).toMatchObject([{ nonce: 3 }]);
    await confirm();
    expect(await statusOf(id)).toBe('completed');
    const after = await operator.ask('hot-wallets-list', {});
    expect(after.body.items).toMatchObject([{ unknownNonces: null }]);
  });

  test('on a chain with outputs is left to a person if it is the same payment', async () => {
    wallet.alike = ['f'.repeat(64)];
    const { id } = await ask();
    await run();
    const reason = `the hot wallet has made this payment in ${'f'.repeat(64)}, which no payout has`;
    expect([await statusOf(id), await reasonsOf(id)]).toEqual(['inReview', [reason]]);
    expect(wallet.signed).toEqual([]);
  });

  test('hinders no payment like one that a payout has made', async () => {
    const first = await ask();
    await run();
    wallet.alike = wallet.signed.map(({ txid }) => txid);
    const second = await ask();
    await run();
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['sent', 'sent']);
  });
});

describe('an account that was renamed', () => {
  /** The settings have the wallet in another account now. */
  function rename() {
    accounts.delete('fake');
    setAccount('coins');
    onTestFinished(() => void accounts.delete('coins'));
  }

  test('takes its wallet along, with what it has paid that day', async () => {
    wallet.dailyCap = new Map([['ETH', '0.05']]);
    await ask();
    await run();
    await confirm();
    rename();
    const next = await ask('eth_coins');
    await run();
    expect(paidTo(next.address)).toMatchObject([{ nonce: 1 }]);
    await confirm();
    const aboveCap = await ask('eth_coins');
    await run();
    expect([await statusOf(next.id), await statusOf(aboveCap.id)]).toEqual([
      'completed',
      'inReview',
    ]);
  });

  test('does not take it while a payout of the former name is open', async () => {
    await ask();
    await run();
    rename();
    const { id } = await ask('eth_coins');
    await run();
    const reason = 'the hot wallet belongs to another account';
    expect([await statusOf(id), await reasonsOf(id)]).toEqual(['inReview', [reason]]);
    expect(wallet.signed).toHaveLength(1);
  });
});

describe('a coin whose settings have changed', () => {
  const changes: [string, Partial<ChainCoin>][] = [
    ['decimals', { decimals: 19 }],
    ['contracts', { contract: '0xtoken' }],
  ];

  test.each(changes)('keeps a payout from being signed with other %s', async (_, change) => {
    wallet.signerAnswer = 'hangs';
    const { id, address } = await ask();
    await run();
    wallet.signerAnswer = 'signs';
    setAccount('fake', change);
    await run(minuteMs);
    expect(wallet.signed).toEqual([]);
    const problem = 'the settings of ETH have changed since the payout has its place';
    expect(await payoutRow(server, id)).toMatchObject({ status: 'reserved', problem });
    setAccount('fake');
    await run(minuteMs);
    expect(wallet.signed).toMatchObject([{ to: address, units: '20000000000000000' }]);
  });

  test.each(changes)('keeps a payout from being replaced with other %s', async (_, change) => {
    const { id } = await ask();
    await run();
    setAccount('fake', change);
    await run(11 * minuteMs);
    expect(wallet.signed).toHaveLength(1);
    wallet.mine(required);
    await run();
    // What arrived is what was sent, whatever the settings say now.
    expect(await statusOf(id)).toBe('completed');
  });
});

test('a node that fails while a payout is signed lets it be tried again', async () => {
  const { sign } = wallet;
  wallet.sign = async () => {
    throw new ChainError('unavailable', 'the node is away');
  };
  const { id, address } = await ask();
  await run();
  expect(await payoutRow(server, id)).toBeUndefined();
  expect(await statusOf(id)).toBe('approved');
  wallet.sign = sign;
  await run(2 * minuteMs);
  expect(wallet.signed).toMatchObject([{ to: address }]);
});

describe('outputs of the wallet', () => {
  const outputs = [0, 1, 2].map((vout) => ({ txid: 'ab'.repeat(32), vout, units: 1n }));
  const inputsOf = async (id: string) =>
    (
      await server.core.db
        .selectFrom('chain_payout_inputs')
        .select('vout')
        .where('withdrawal_id', '=', id)
        .orderBy('vout')
        .execute()
    ).map(({ vout }) => vout);

  /** Has the wallet spend the first free output, or two. */
  beforeEach(() => {
    const { quote, reserve } = wallet;
    const free = outputs.map(({ txid, vout }) => ({ txid: `${sequence}${txid}`, vout, units: 1n }));
    wallet.quote = async (order) => ({ ...(await quote(order)), outputs: free }) as never;
    wallet.reserve = (order, offered, taken) => {
      const inputs = offered.outputs.filter(
        ({ txid, vout }) => !taken.outputs.has(`${txid}:${vout}`),
      );
      if (inputs.length === 0) return { kind: 'waits', detail: 'no output is free' };
      const place = reserve(order, offered, taken);
      return 'kind' in place ? place : { ...place, inputs: inputs.slice(0, 2) };
    };
  });

  test('are given once, also while nodes still list those of a payout that has ended', async () => {
    const first = await ask();
    await run();
    wallet.mine(required);
    await run();
    expect(await statusOf(first.id)).toBe('completed');
    const second = await ask();
    await run();
    expect([await inputsOf(first.id), await inputsOf(second.id)]).toEqual([[0, 1], [2]]);
    expect(await statusOf(second.id)).toBe('sent');
  });

  test('of a payout that was displaced are free again', async () => {
    const first = await ask();
    await run();
    wallet.sendForeign();
    wallet.mine(required);
    await run();
    expect(await payoutRow(server, first.id)).toMatchObject({ status: 'displaced' });
    const second = await ask();
    await run();
    expect([await inputsOf(first.id), await inputsOf(second.id)]).toEqual([[], [0, 1]]);
    expect(await statusOf(second.id)).toBe('sent');
  });
});

test('a wallet with the same address on another network has places of its own', async () => {
  const first = await ask();
  await run();
  const { address } = wallet;
  wallet = new FakeHotWallet();
  Object.assign(wallet, { address, network: '11155111' });
  setAccount('fake');
  const second = await ask();
  await run();
  expect(await payoutRow(server, second.id)).toMatchObject({ network: '11155111', nonce: '0' });
  // What was signed for one network isn't sent to another.
  expect(await payoutRow(server, first.id)).toMatchObject({
    network: '1',
    nonce: '0',
    problem: 'its hot wallet is no longer in the settings',
  });
  expect([...wallet.waiting.values()].map(({ to }) => to)).toEqual([second.address]);
});

test('an account whose settings name the wallet of another one sees nothing of its payouts', async () => {
  const { id } = await ask();
  await run();
  setAccount('other');
  try {
    const { body } = await (await createOperator(server)).ask('hot-wallets-list', {});
    const shown = { address: wallet.address, stuck: 0, coins: [{ spentToday: '0' }] };
    expect(body.items).toMatchObject([
      {
        ...shown,
        account: 'fake',
        coins: [{ spentToday: '0.02' }],
        openPayouts: [{ withdrawalId: id }],
      },
      { ...shown, account: 'other', openPayouts: [] },
    ]);
  } finally {
    accounts.delete('other');
  }
});
