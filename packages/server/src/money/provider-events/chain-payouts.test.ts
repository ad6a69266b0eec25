import fc from 'fast-check';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import type { Account } from '../../brands/accounts.ts';
import type { Connector } from '../../connectors/connector.ts';
import { buildAccount } from '../../testing/build-method.ts';
import { FakeHotWallet, type WalletStep, walletSteps } from '../../testing/fake-hot-wallet.ts';
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

/* Payouts from a wallet in memory: what is paid, whatever happens on the way. */

const required = 16;
const minuteMs = 60_000;
/** 50 EUR at 2,500 EUR for a coin. */
const units = '20000000000000000';

let server: TestServer;
let wallet: FakeHotWallet;
let sequence = 0;
/** How far the clock of the tests is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  const rates = { kind: 'static', base: 'EUR', table: { ETH: '0.0004' } };
  const withdrawals = { approveUpTo: { EUR: '50' } };
  server = await startTestServer({}, { brand: { rates, withdrawals } });
  addPayoutMethods(server.core, 'fake', { eth_out: { currency: 'ETH', blockchain: 'ETHEREUM' } });
});

/** Each test has a wallet of its own, with another address. */
beforeEach(() => {
  wallet = new FakeHotWallet();
  sequence += 1;
  Object.assign(wallet, { address: `0xHotWallet${sequence}` });
  const rail = wallet.rail();
  const accounts = server.core.brands.get('kassa')?.accounts as Map<string, Account>;
  accounts.set('fake', buildAccount('fake', { rails: new Map([[rail.blockchain, rail]]) }));
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

/** Brings a player who asks for coins to an address of their own. */
async function ask() {
  sequence += 1;
  const player = await bringPayee(server);
  const address = `0xPlayer${sequence}`;
  return { player, address, id: await player.withdraw('eth_out', address) };
}

/** Lets time pass and the jobs run; a job that dies doesn't stop them. */
async function run(ms = 6000): Promise<void> {
  aheadMs += ms;
  await runPayouts(server, aheadMs);
}

async function finish(): Promise<void> {
  wallet.crashes.clear();
  await run(10 * minuteMs);
  await run(minuteMs);
  await run(minuteMs);
  wallet.mine(required);
  await run();
  await run();
}

const countTransitions = async (id: string) => {
  const rows = await server.core.db
    .selectFrom('withdrawal_transitions')
    .select('id')
    .where('withdrawal_id', '=', id)
    .execute();
  return rows.length;
};

const paidTo = (address: string) => wallet.mined.filter(({ to }) => to === address);
const statusOf = async (id: string) => (await withdrawalRow(server, id)).status;

describe('a process that dies', () => {
  test.each(walletSteps)('at the step %s leaves a payout that is made once', async (step) => {
    const { id, address } = await ask();
    wallet.crashes.add(step);
    await run();
    await finish();
    expect(await statusOf(id)).toBe('completed');
    expect(paidTo(address)).toMatchObject([{ units }]);
  });

  test('after it has signed leaves the number to the same payout', async () => {
    const { id, address } = await ask();
    wallet.crashes.add('afterSign');
    await run();
    const { nonce, asked_count } = (await payoutRow(server, id)) ?? {};
    expect(await payoutRow(server, id)).toMatchObject({ status: 'reserved', asked_count: 1 });
    const other = await ask();
    await run();
    await finish();
    expect((await payoutRow(server, id))?.nonce).toBe(nonce);
    expect(asked_count).toBe(1);
    expect((await payoutRow(server, other.id))?.nonce).not.toBe(nonce);
    expect(paidTo(address)).toHaveLength(1);
    expect(paidTo(other.address)).toHaveLength(1);
  });
});

describe('what happens in any order', () => {
  type Event =
    | { kind: 'die'; step: WalletStep }
    | { kind: 'mine' | 'forget' | 'reorganise' | 'wait' | 'away' };
  const event: fc.Arbitrary<Event> = fc.oneof(
    fc.record({ kind: fc.constant('die' as const), step: fc.constantFrom(...walletSteps) }),
    fc.record({ kind: fc.constantFrom('mine', 'forget', 'reorganise', 'wait', 'away') }),
  );

  test('each withdrawal is paid once, with a number of its own', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 8 }), async (events) => {
        const asked = [await ask(), await ask()];
        for (const one of events) {
          wallet.isNodeAway = false;
          switch (one.kind) {
            case 'die':
              wallet.crashes.add(one.step);
              break;
            case 'mine':
              wallet.mine(3);
              break;
            case 'forget':
              wallet.waiting.clear();
              break;
            case 'reorganise':
              wallet.reorganise(3);
              break;
            case 'away':
              wallet.isNodeAway = true;
              break;
            case 'wait':
              await run(11 * minuteMs);
              break;
          }
          await run(2 * minuteMs);
        }
        wallet.isNodeAway = false;
        await finish();
        await finish();
        for (const { id, address } of asked) {
          expect(await statusOf(id)).toBe('completed');
          expect(paidTo(address)).toMatchObject([{ units }]);
          // Whatever was signed for it has one number.
          const nonces = wallet.signed.filter(({ to }) => to === address).map(({ nonce }) => nonce);
          expect(new Set(nonces).size).toBe(1);
        }
      }),
      { numRuns: 5 },
    );
  }, 120_000);
});

test('while payouts are held, nothing new is signed', async () => {
  const { id } = await ask();
  wallet.crashes.add('quote');
  await run();
  expect(await statusOf(id)).toBe('sending');
  Object.assign(server.core, { arePayoutsHeld: true });
  try {
    await run(2 * minuteMs);
    expect(await statusOf(id)).toBe('inReview');
    expect(wallet.signed).toEqual([]);
  } finally {
    Object.assign(server.core, { arePayoutsHeld: false });
  }
});

describe('a wallet', () => {
  test('that has too little pays when it is filled', async () => {
    wallet.balance = 1n;
    const { id, player } = await ask();
    await run();
    expect(await statusOf(id)).toBe('approved');
    expect(await player.show(id)).toMatchObject({ isCancelable: true });
    wallet.balance = 10n ** 24n;
    await finish();
    expect(await statusOf(id)).toBe('completed');
  });

  test('that has paid its cap of the day leaves the rest to a person', async () => {
    wallet.dailyCap = new Map([['ETH', '0.03']]);
    const first = await ask();
    await run();
    const second = await ask();
    await run();
    expect(await statusOf(first.id)).toBe('sent');
    expect(await statusOf(second.id)).toBe('inReview');
    expect(await payoutRow(server, second.id)).toBeUndefined();
    expect(await second.player.show(second.id)).toMatchObject({ isCancelable: true });
  });

  test('whose signer refuses gives the number back, and uses it for the next payout', async () => {
    wallet.signerAnswer = 'refuses';
    const { id } = await ask();
    await run();
    expect(await statusOf(id)).toBe('approved');
    expect(await payoutRow(server, id)).toBeUndefined();
    wallet.signerAnswer = 'signs';
    await finish();
    expect(await payoutRow(server, id)).toMatchObject({ nonce: '0', status: 'confirmed' });
  });

  test('whose signer does not answer keeps the number, and nobody else is paid meanwhile', async () => {
    wallet.signerAnswer = 'hangs';
    const first = await ask();
    await run();
    wallet.signerAnswer = 'signs';
    wallet.crashes.add('findObstacle');
    const row = await payoutRow(server, first.id);
    expect(row).toMatchObject({ status: 'reserved', nonce: '0', problem: 'the signer hangs' });
    await finish();
    expect(await statusOf(first.id)).toBe('completed');
  });

  test('goes on when an operator has ended the payout that will never be signed', async () => {
    wallet.signerAnswer = 'hangs';
    const first = await ask();
    await run();
    wallet.signerAnswer = 'signs';
    wallet.findObstacle = async ({ destination }) =>
      destination === first.address ? 'is a contract' : null;
    const second = await ask();
    await run(minuteMs);
    const operator = await createOperator(server);
    const resolve = (status: string) =>
      operator.ask('withdrawals-resolve', { withdrawalId: first.id, status, reason: 'looked up' });
    expect((await resolve('returned')).status).toBe(409);
    expect((await resolve('completed')).status).toBe(409);
    expect((await resolve('failed')).status).toBe(200);
    expect(await first.player.balance()).toBe(50);
    await finish();
    expect(await payoutRow(server, first.id)).toBeUndefined();
    expect(await statusOf(second.id)).toBe('completed');
    expect(wallet.signed.map(({ to }) => to)).toEqual([second.address]);
  });

  test('sends nothing that is signed after an operator has ended the payout', async () => {
    const { id, address } = await ask();
    const operator = await createOperator(server);
    const resolve = { withdrawalId: id, status: 'failed', reason: 'the signer is gone' };
    const { sign } = wallet;
    wallet.sign = async (...order) => {
      expect((await operator.ask('withdrawals-resolve', resolve)).status).toBe(200);
      return sign(...order);
    };
    await run();
    wallet.sign = sign;
    await finish();
    expect(await statusOf(id)).toBe('failed');
    expect([paidTo(address), wallet.waiting.size]).toEqual([[], 0]);
    const next = await ask();
    await run();
    await finish();
    expect(paidTo(next.address)).toHaveLength(1);
  });

  test('that waits for money is asked ever more rarely, and tells nobody each time', async () => {
    wallet.balance = 1n;
    const { id } = await ask();
    await run();
    const told = await countTransitions(id);
    const quote = vi.spyOn(wallet, 'quote');
    for (let minutes = 0; minutes < 60; minutes += 1) await run(minuteMs);
    expect(await countTransitions(id)).toBe(told);
    expect(quote.mock.calls.length).toBeLessThan(16);
    wallet.balance = 10n ** 24n;
    await run(15 * minuteMs);
    await finish();
    expect(await statusOf(id)).toBe('completed');
  });

  test('whose signer refuses again and again is asked ever more rarely', async () => {
    wallet.signerAnswer = 'refuses';
    const { id } = await ask();
    for (let minutes = 0; minutes < 60; minutes += 1) await run(minuteMs);
    expect(await countTransitions(id)).toBeLessThan(18);
    expect(await statusOf(id)).toBe('approved');
  });

  test('that waits for a signature leaves other payouts as they are, and asks no node', async () => {
    wallet.signerAnswer = 'hangs';
    await ask();
    await run();
    const { id, address } = await ask();
    await run();
    const told = await countTransitions(id);
    const looked = vi.spyOn(wallet, 'findObstacle');
    for (let tries = 0; tries < 20; tries += 1) await run(10_000);
    expect(await countTransitions(id)).toBe(told);
    expect(looked.mock.calls.map(([{ destination }]) => destination)).not.toContain(address);
  });

  test('of another account is not used', async () => {
    await server.core.db
      .insertInto('hot_wallets')
      .values({
        blockchain: 'ETHEREUM',
        network: wallet.network,
        address: wallet.address,
        brand_id: 'other',
        account: 'theirs',
      })
      .execute();
    const rail = wallet.rail();
    const accounts = server.core.brands.get('kassa')?.accounts as Map<string, Account>;
    const rails = new Map([[rail.blockchain, rail]]);
    accounts.set('theirs', buildAccount('theirs', { rails }));
    onTestFinished(() => void accounts.delete('theirs'));
    const { id } = await ask();
    await run();
    expect(await statusOf(id)).toBe('inReview');
    expect(wallet.signed).toEqual([]);
  });
});

describe('the promised rate', () => {
  const price = (ether: string | null) => {
    const rate = ether === null ? null : { rate: ether, source: 'a test' };
    vi.spyOn(server.core, 'ratesOf').mockReturnValue({ rate: async () => rate });
  };
  afterEach(() => vi.restoreAllMocks());

  test.each([
    ['0.0005', 'less than today’s'],
    ['0.000393', 'a little more than today’s'],
  ])('is paid while it brings %s coins, %s', async (today) => {
    const { id, address } = await ask();
    price(today);
    await finish();
    expect(await statusOf(id)).toBe('completed');
    expect(paidTo(address)).toMatchObject([{ units }]);
  });

  test('is for a person to approve once it brings much more than today’s, and stays then', async () => {
    const { id, address, player } = await ask();
    price('0.00039');
    await run();
    expect(await statusOf(id)).toBe('inReview');
    expect(wallet.signed).toEqual([]);
    expect(await player.show(id)).toMatchObject({ isCancelable: true });
    const operator = await createOperator(server);
    const { body } = await operator.ask('withdrawals-show', { withdrawalId: id });
    expect(JSON.stringify(body)).toContain('rule rate: 0.0004 was promised, 0.00039 now');
    const approve = { withdrawalId: id, reason: 'we keep our word' };
    expect((await operator.ask('withdrawals-approve', approve)).status).toBe(200);
    await finish();
    expect(await statusOf(id)).toBe('completed');
    expect(paidTo(address)).toMatchObject([{ units }]);
  });

  test('waits while no rate is known', async () => {
    const { id } = await ask();
    price(null);
    await run();
    expect([await statusOf(id), wallet.signed]).toEqual(['approved', []]);
    price('0.0004');
    await finish();
    expect(await statusOf(id)).toBe('completed');
  });
});

describe('an account whose settings have changed', () => {
  const accounts = () => server.core.brands.get('kassa')?.accounts as Map<string, Account>;
  /** Gives the account a provider in place of its chains; returns what undoes it. */
  function pointToProvider() {
    const before = accounts().get('fake') as Account;
    const send = vi.fn(async () => ({ kind: 'accepted', providerReference: 'p1', status: 'sent' }));
    const status = async () => ({ kind: 'absent' });
    const connector = { payouts: { send, status } } as unknown as Connector;
    accounts().set('fake', buildAccount('fake', { connector }));
    return { send, undo: () => accounts().set('fake', before) };
  }

  test('follows the transaction that was sent, and asks no provider about it', async () => {
    const { id, address } = await ask();
    await run();
    const { undo } = pointToProvider();
    await run(60 * minuteMs);
    await run(60 * minuteMs);
    expect(await statusOf(id)).toBe('sent');
    undo();
    await finish();
    expect(await statusOf(id)).toBe('completed');
    expect(paidTo(address)).toHaveLength(1);
  });

  test('goes on with the place that a withdrawal has, and asks no provider to pay it', async () => {
    wallet.signerAnswer = 'hangs';
    const { id } = await ask();
    await run();
    const { undo, send } = pointToProvider();
    await run(60 * minuteMs);
    await run(60 * minuteMs);
    expect(await statusOf(id)).toBe('sending');
    expect(send).not.toHaveBeenCalled();
    undo();
    wallet.signerAnswer = 'signs';
    await finish();
    expect(await statusOf(id)).toBe('completed');
  });

  test('pays nothing from its wallet that a provider may have paid', async () => {
    const { undo, send } = pointToProvider();
    send.mockRejectedValue(new Error('the process dies'));
    const { id } = await ask();
    await run();
    undo();
    expect(send).toHaveBeenCalledOnce();
    await finish();
    expect(['sending', 'unknown']).toContain(await statusOf(id));
    expect(wallet.signed).toEqual([]);
  });

  test('leaves no decision to an operator while its transaction can be mined', async () => {
    const { id } = await ask();
    await run();
    const ofRow = server.core.db.updateTable('withdrawals').where('id', '=', id);
    await ofRow.set({ status: 'inReview', next_check_at: null }).execute();
    const operator = await createOperator(server);
    for (const act of ['withdrawals-approve', 'withdrawals-reject'] as const) {
      const answer = await operator.ask(act, { withdrawalId: id, reason: 'looked up' });
      expect(answer.status).toBe(409);
    }
    await finish();
    expect(await statusOf(id)).toBe('completed');
  });
});

describe('a transaction', () => {
  test('that is stuck is replaced at its number, and one of the two is mined', async () => {
    const { id, address } = await ask();
    await run();
    await run(11 * minuteMs);
    expect(wallet.signed).toHaveLength(2);
    expect(new Set(wallet.signed.map(({ nonce }) => nonce)).size).toBe(1);
    await finish();
    expect(paidTo(address)).toHaveLength(1);
    expect(await statusOf(id)).toBe('completed');
  });

  test('that waits for a lower number is not replaced: only that one brings it into a block', async () => {
    await ask();
    await run();
    const { id } = await ask();
    await run();
    for (let times = 0; times < 3; times += 1) await run(11 * minuteMs);
    const nonces = wallet.signed.map(({ nonce }) => nonce);
    expect(nonces).toEqual([0, 1, 0, 0, 0]);
    wallet.waiting.delete(wallet.signed[1]?.txid ?? '');
    wallet.mine();
    wallet.waiting.clear();
    await run();
    await run(11 * minuteMs);
    expect(wallet.signed.at(-1)).toMatchObject({ nonce: 1 });
    await finish();
    expect(await statusOf(id)).toBe('completed');
  });

  test('that fails releases the money', async () => {
    const { id, player } = await ask();
    await run();
    wallet.isFailing = true;
    await finish();
    expect(await statusOf(id)).toBe('failed');
    expect(await player.balance()).toBe(50);
  });

  test('whose number somebody else has used is left to a person, once that is final', async () => {
    const { id, player } = await ask();
    await run();
    wallet.sendForeign();
    wallet.mine(required - 1);
    await run();
    expect(await statusOf(id)).toBe('sent');
    wallet.mine();
    await run();
    expect(await statusOf(id)).toBe('inReview');
    expect(await payoutRow(server, id)).toMatchObject({ status: 'displaced' });
    expect(await player.balance()).toBe(0);
  });

  test('that may still be mined is not declared returned', async () => {
    const { id, player } = await ask();
    await run();
    const operator = await createOperator(server);
    const resolve = { withdrawalId: id, status: 'returned', reason: 'it came back' };
    expect((await operator.ask('withdrawals-resolve', resolve)).status).toBe(409);
    expect(await player.balance()).toBe(0);
    await finish();
    expect(await statusOf(id)).toBe('completed');
    expect((await operator.ask('withdrawals-resolve', resolve)).status).toBe(200);
    expect(await player.balance()).toBe(50);
  });

  test('that is mined although its withdrawal was declared returned is left to a person', async () => {
    const { id } = await ask();
    await run();
    const { db } = server.core;
    const ofPayout = db.updateTable('chain_payouts').where('withdrawal_id', '=', id);
    await ofPayout.set({ status: 'displaced', settled_at: new Date() }).execute();
    const operator = await createOperator(server);
    const resolve = { withdrawalId: id, status: 'returned', reason: 'it came back' };
    expect((await operator.ask('withdrawals-resolve', resolve)).status).toBe(200);
    await ofPayout.set({ status: 'signed', settled_at: null }).execute();
    await finish();
    const { body } = await operator.ask('notifications-list', { connector: 'fake' });
    expect(body.items).toMatchObject([{ outcome: 'contradicting' }]);
  });

  test('that may still be mined is not declared failed; one that no longer can be is', async () => {
    const { id, player } = await ask();
    await run();
    const operator = await createOperator(server);
    const resolve = { withdrawalId: id, status: 'failed', reason: 'it will never be mined' };
    expect((await operator.ask('withdrawals-resolve', resolve)).status).toBe(409);
    wallet.sendForeign();
    wallet.mine(required);
    await run();
    expect((await operator.ask('withdrawals-resolve', resolve)).status).toBe(200);
    expect(await player.balance()).toBe(50);
    await run(11 * minuteMs);
    expect(wallet.waiting.size).toBe(0);
  });
});

test('a withdrawal that was paid is followed up for three days, and is never overdue', async () => {
  const { id } = await ask();
  await run();
  await finish();
  for (let days = 0; days < 4; days += 1) await run(25 * 60 * minuteMs);
  expect(await withdrawalRow(server, id)).toMatchObject({
    status: 'completed',
    next_check_at: null,
  });
  const operator = await createOperator(server);
  await server.later(aheadMs + 24 * 60 * minuteMs, async () => {
    const { body } = await operator.ask('withdrawals-search', { isUnanswered: true });
    expect(body.items.map((item: { id: string }) => item.id)).not.toContain(id);
  });
});

test('operators see the wallet, and the transactions of a withdrawal', async () => {
  wallet.dailyCap = new Map([['ETH', '0.5']]);
  const { id } = await ask();
  await run();
  const operator = await createOperator(server);
  const { body } = await operator.ask('hot-wallets-list', {});
  expect(body.items).toMatchObject([
    {
      account: 'fake',
      blockchain: 'ETHEREUM',
      nextNonce: 1,
      waiting: 0,
      stuck: 0,
      coins: [{ currency: 'ETH', balance: '1000000', spentToday: '0.02', dailyCap: '0.5' }],
      openPayouts: [{ withdrawalId: id, status: 'signed', nonce: 0, problem: null }],
    },
  ]);
  const shown = await operator.ask('withdrawals-show', { withdrawalId: id });
  const [{ txid } = { txid: '' }] = wallet.signed;
  expect(shown.body.chainPayout).toMatchObject({ nonce: 0, transactions: [{ txid }] });
  wallet.isNodeAway = true;
  const away = await operator.ask('hot-wallets-list', {});
  expect(away.body.items).toMatchObject([{ nodeProblem: 'unavailable: the node is away' }]);
});
