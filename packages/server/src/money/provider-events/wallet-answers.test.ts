import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resolvePlayer } from '../../players/player-row.ts';
import { buildFakeWallet, type FakeWallet } from '../../testing/fake-wallet.ts';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { approve, bringPlayer } from '../../testing/paying-player.ts';
import { makeOwner, makeSubject } from '../../testing/subjects/make-subject.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { loadReceivable } from '../ledger/balances.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { followUpWithdrawals } from './follow-up-withdrawals.ts';
import { performDueOperations } from './wallet-answers.ts';

/** A busy machine takes its time. */
const poll = <Value>(read: () => Value) => expect.poll(read);

let server: TestServer;
let operator: OperatorClient;
/** Of the brand `kassa`, and of the other one. */
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

/** A player who has 100 EUR in the wallet by a deposit, whose payment is given. */
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

/** The state of what belongs to a withdrawal, as operators see it. */
async function listOf(withdrawalId: string, state: string) {
  const { body } = await operator.ask('wallet-operations-list', { state });
  return body.items.filter((it: { withdrawalId: string }) => it.withdrawalId === withdrawalId);
}

describe('what the wallet refuses and has to be', () => {
  const reason = 'the account is open again';

  test('is named and can be asked for again: the money of a payout that came back', async () => {
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

  test('so does the release of what was held', async () => {
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

  test('what was not refused is not asked for again', async () => {
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
    return loadReceivable(server.core.db, { brandId: 'kassa', playerId, currency: 'EUR' });
  };

  test('of more than the player has takes what there is, and the rest is owed', async () => {
    const player = await arrive();
    wallet.balances.set(player.id, '99.99');
    await chargeBack(player.paymentId);
    await poll(() => owed(player.id)).toBe('0.01');
    await poll(() => player.kinds()).toEqual(['credit', 'hold', 'capture']);
    expect(player.has()).toBe(0);
  });

  test('of a player who bets meanwhile tries again, and not for ever', async () => {
    const player = await arrive();
    wallet.balances.set(player.id, '0.40');
    const { balance, hold } = wallet.remote;
    let holds = 0;
    wallet.remote.hold = async (request) => {
      holds += 1;
      return hold(request);
    };
    // What it says is gone again whenever the hold comes.
    wallet.remote.balance = async () => '0.41';
    await chargeBack(player.paymentId);
    await poll(async () => Number(await owed(player.id))).toBe(100);
    expect(holds).toBe(5);
    Object.assign(wallet.remote, { balance, hold });
  });

  test('waits while the wallet does not say what there is', async () => {
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
    // The smaller hold, and what captures it, are due at once in the next batches of the same lane.
    await server.later(3600_000, () => performDueOperations(server.core));
    await server.later(3600_000, () => performDueOperations(server.core));
    expect(Number(await owed(player.id))).toBe(70);
    expect(player.has()).toBe(0);
  });
});

describe("another brand's wallet that hangs", () => {
  test('is waited for by nobody else', async () => {
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

  /** So many captures that are due, of one withdrawal: nobody but this test would do that. */
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
