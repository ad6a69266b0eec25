import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resolvePlayer } from '../../players/player-row.ts';
import { buildFakeWallet, type FakeWallet } from '../../testing/fake-wallet.ts';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { approve, bringPlayer } from '../../testing/paying-player.ts';
import { makeOwner, makeSubject } from '../../testing/subjects/make-subject.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { loadDebt } from '../ledger/balances.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { followUpWithdrawals } from './follow-up-withdrawals.ts';
import { performDueOperations } from './wallet-answers.ts';

/** Polls with the default timeout, which is long enough for a busy machine. */
const poll = <Value>(read: () => Value) => expect.poll(read);

let server: TestServer;
let operator: OperatorClient;
/** The wallets of brand `kassa` and of the other brand. */
let wallet: FakeWallet;
let otherWallet: FakeWallet;

beforeAll(async () => {
  server = await startTestServer({}, { brand: { withdrawals: { approveUpTo: { EUR: '50' } } } });
  operator = await createOperator(server);
});

beforeAll(() => {
  wallet = buildFakeWallet();
  otherWallet = buildFakeWallet();
  server.core.walletOf = (brandId) => (brandId === 'other' ? otherWallet : wallet);
});

afterEach(async () => {
  wallet.mood = 'normal';
  await server.provider('POST', '/v1/behaviours', { payoutOutcome: 'undecided' });
  expect(await checkLedger(server.core.db)).toEqual([]);
});

afterAll(() => server.stop());

/** Creates a player who has 100 EUR in the wallet by a deposit. */
async function arrive() {
  const player = await bringPlayer(server);
  const { paymentId, depositId } = await player.deposit();
  await approve(server, paymentId);
  await poll(() => Number(wallet.balances.get(player.id))).toBe(100);
  const kinds = () =>
    [...wallet.transfers.values()]
      .filter(({ externalId }) => externalId === player.id)
      .map(({ kind }) => kind);
  return {
    ...player,
    paymentId,
    depositId,
    kinds,
    has: () => Number(wallet.balances.get(player.id)),
  };
}

async function decide(withdrawalId: string, status: string) {
  const payout = await server.provider('GET', `/v1/payouts?merchantReference=${withdrawalId}`);
  await server.provider('POST', `/v1/payouts/${payout.body.id}/decide`, { status });
}

/** Lists a withdrawal's wallet operations in a state, as operators see them. */
async function listOf(withdrawalId: string, state: string) {
  const { body } = await operator.ask('wallet-operations-list', { state });
  return body.items.filter((it: { withdrawalId: string }) => it.withdrawalId === withdrawalId);
}

describe('an operation that the wallet refuses but that must happen', () => {
  const reason = 'the account is open again';

  test('is listed and can be retried: the credit of a returned payout', async () => {
    const player = await arrive();
    const { withdrawalId } = (await player.withdraw()).body;
    await followUpWithdrawals(server.core);
    await decide(withdrawalId, 'completed');
    await poll(() => player.kinds()).toEqual(['credit', 'hold', 'capture']);
    wallet.mood = 'refusing';
    await decide(withdrawalId, 'returned');
    await poll(() => listOf(withdrawalId, 'open')).toHaveLength(1);
    const [refused] = await listOf(withdrawalId, 'open');
    expect(refused).toMatchObject({ kind: 'credit', status: 'refused', detail: 'other: closed' });
    expect(await checkLedger(server.core.db)).toEqual([
      {
        rule: 'every wallet operation that must happen was not refused, or was retried',
        subject: refused.id,
      },
    ]);
    expect(player.has()).toBe(60);

    wallet.mood = 'normal';
    const again = { operationId: refused.id, reason };
    const { status, body } = await operator.ask('wallet-operations-retry', again);
    expect(status).toBe(200);
    expect(body.id).not.toBe(refused.id);
    await poll(() => player.has()).toBe(100);
    expect(await listOf(withdrawalId, 'open')).toEqual([]);
    const all = await listOf(withdrawalId, 'all');
    expect(all.find(({ id }: { id: string }) => id === refused.id)).toMatchObject({
      supersededBy: body.id,
      detail: expect.stringContaining(reason),
    });
    const twice = await operator.ask('wallet-operations-retry', again);
    expect(twice).toMatchObject({ status: 409, body: { error: { code: 'act.impossible' } } });
    expect(player.kinds()).toEqual(['credit', 'hold', 'capture', 'credit']);
  });

  test('can be the release of a hold', async () => {
    const player = await arrive();
    const { withdrawalId } = (await player.withdraw()).body;
    expect(player.has()).toBe(60);
    wallet.mood = 'refusing';
    await server.call('withdrawal-cancel', { withdrawalId }, { token: player.token });
    const [refused] = await listOf(withdrawalId, 'open');
    expect(refused).toMatchObject({ kind: 'release' });
    wallet.mood = 'normal';
    await operator.ask('wallet-operations-retry', { operationId: refused.id, reason });
    expect(player.has()).toBe(100);
    expect(await listOf(withdrawalId, 'open')).toEqual([]);
  });

  test('can only be retried if it was refused', async () => {
    const player = await arrive();
    const { withdrawalId } = (await player.withdraw()).body;
    const [hold] = await listOf(withdrawalId, 'all');
    const { body } = await operator.ask('wallet-operations-retry', {
      operationId: hold.id,
      reason,
    });
    expect(body.error.code).toBe('act.impossible');
  });
});

describe('a chargeback', () => {
  const chargeBack = (paymentId: string) =>
    server.provider('POST', `/v1/payments/${paymentId}/reversals`, { kind: 'chargeback' });

  const owed = async (externalId: string) => {
    const playerId = await resolvePlayer(server.core.db, 'kassa', externalId);
    const player = { brandId: 'kassa', playerId };
    return (await loadDebt(server.core.db, { ...player, currency: 'EUR' })).owed;
  };

  test('that the wallet has not answered yet keeps payouts back', async () => {
    const player = await arrive();
    const { withdrawalId } = (await player.withdraw()).body;
    wallet.mood = 'deaf';
    await chargeBack(player.paymentId);
    const pending = () =>
      server.core.db
        .selectFrom('reversals')
        .select('status')
        .where('deposit_id', '=', player.depositId)
        .where('status', '=', 'pending')
        .execute();
    await poll(async () => (await pending()).length).toBe(1);
    const statusOf = async () =>
      (await operator.ask('withdrawals-show', { withdrawalId })).body.status;
    await server.later(60_000, () => followUpWithdrawals(server.core));
    expect(await statusOf()).toBe('approved');
    wallet.mood = 'normal';
    // The balance of 60 covers 60 of the 100, by a second, smaller hold.
    await poll(async () => {
      await server.later(3600_000, () => performDueOperations(server.core));
      return Number(await owed(player.id));
    }).toBe(40);
    await server.later(7200_000, () => followUpWithdrawals(server.core));
    await poll(statusOf).toBe('inReview');
  });

  test('of more than the balance takes the balance, and the player owes the rest', async () => {
    const player = await arrive();
    wallet.balances.set(player.id, '99.99');
    await chargeBack(player.paymentId);
    await poll(() => owed(player.id)).toBe('0.01');
    await poll(() => player.kinds()).toEqual(['credit', 'hold', 'capture']);
    expect(player.has()).toBe(0);
  });

  test('of a player who bets meanwhile retries a limited number of times', async () => {
    const player = await arrive();
    wallet.balances.set(player.id, '0.40');
    const { balance, hold } = wallet.remote;
    let holds = 0;
    wallet.remote.hold = async (request) => {
      holds += 1;
      return hold(request);
    };
    // The reported balance is spent again by each hold.
    wallet.remote.balance = async () => '0.41';
    await chargeBack(player.paymentId);
    await poll(async () => Number(await owed(player.id))).toBe(100);
    expect(holds).toBe(5);
    Object.assign(wallet.remote, { balance, hold });
  });

  test('waits while the wallet reports no balance', async () => {
    const player = await arrive();
    wallet.balances.set(player.id, '30');
    const { balance } = wallet.remote;
    let isAsked = false;
    wallet.remote.balance = async () => {
      isAsked = true;
      return null;
    };
    await chargeBack(player.paymentId);
    await poll(() => isAsked).toBe(true);
    expect(await owed(player.id)).toBe('0');
    Object.assign(wallet.remote, { balance });
    await server.later(3600_000, () => performDueOperations(server.core));
    // The smaller hold and its capture are due at once in the next batches of the same lane.
    await server.later(3600_000, () => performDueOperations(server.core));
    await server.later(3600_000, () => performDueOperations(server.core));
    expect(Number(await owed(player.id))).toBe(70);
    expect(player.has()).toBe(0);
  });
});

describe("another brand's wallet that hangs", () => {
  test('delays nobody else', async () => {
    const until = Promise.withResolvers<void>();
    const asked: string[] = [];
    const { capture } = otherWallet.remote;
    otherWallet.remote.capture = async (request) => {
      asked.push(request.transferId);
      await until.promise;
      return capture(request);
    };
    await enqueueCaptures('other', 25);
    const player = await arrive();
    const { status } = await player.withdraw();
    expect(status).toBe(200);
    expect(player.has()).toBe(60);
    expect(asked).toEqual([]);
    const mine = await enqueueCaptures('kassa', 25);
    const sweep = performDueOperations(server.core);
    await poll(() => asked.length).toBeGreaterThan(0);
    await poll(() => mine.every((id) => wallet.transfers.has(id))).toBe(true);
    until.resolve();
    await sweep;
    expect(asked).toHaveLength(25);
  });

  /** Queues due captures of one withdrawal; only this test needs so many. */
  async function enqueueCaptures(brandId: 'kassa' | 'other', count: number): Promise<string[]> {
    const owner = await makeOwner(server, brandId);
    const [withdrawalId = null] = await makeSubject(server, owner, 'withdrawal');
    const ids = Array.from({ length: count }, () => uuidv7());
    for (const id of ids) {
      await server.core.db
        .insertInto('wallet_operations')
        .values({
          id,
          brand_id: brandId,
          player_id: owner.playerId,
          withdrawal_id: withdrawalId,
          kind: 'capture',
          amount: '1',
          currency: 'EUR',
          hold_id: uuidv7(),
          status: 'pending',
          next_attempt_at: new Date(0),
        })
        .execute();
    }
    return ids;
  }
});
