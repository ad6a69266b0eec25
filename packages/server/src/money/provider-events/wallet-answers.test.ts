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

const logLines: string[] = [];
let server: TestServer;
let operator: OperatorClient;
/** The wallets of brand `kassa` and of the other brand. */
let wallet: FakeWallet;
let otherWallet: FakeWallet;

beforeAll(async () => {
  const withdrawals = { approveUpTo: { EUR: '50' } };
  server = await startTestServer({}, { logLines, brand: { withdrawals } });
  operator = await createOperator(server);
});

beforeAll(() => {
  wallet = buildFakeWallet();
  otherWallet = buildFakeWallet();
  server.core.walletOf = (brandId) => (brandId === 'other' ? otherWallet : wallet);
});

afterEach(async () => {
  wallet.mood = 'normal';
  wallet.remote.hasDebits = true;
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
  // A chargeback that comes before the wallet's answer is booked would wait for the next sweep.
  const show = () => operator.ask('deposits-show', { depositId });
  await poll(async () => (await show()).body.status).toBe('processed');
  const transfers = () =>
    [...wallet.transfers.values()].filter(({ externalId }) => externalId === player.id);
  const kinds = () => transfers().map(({ kind }) => kind);
  return {
    ...player,
    paymentId,
    depositId,
    transfers,
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
    expect(refused).toMatchObject({ kind: 'credit', amount: '40.00', status: 'refused' });
    expect(refused.detail).toBe('refused: closed');
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
    // The balance of 60 covers 60 of the 100, by a second, smaller debit.
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
    expect(player.kinds()).toEqual(['credit', 'debit']);
    expect(player.has()).toBe(0);
  });

  test('of a player who bets meanwhile retries a limited number of times', async () => {
    const player = await arrive();
    wallet.balances.set(player.id, '0.40');
    const { balance, debit } = wallet.remote;
    let debits = 0;
    wallet.remote.debit = async (request) => {
      debits += 1;
      return debit(request);
    };
    // The reported balance is spent again by each debit.
    wallet.remote.balance = async () => '0.41';
    await chargeBack(player.paymentId);
    await poll(async () => Number(await owed(player.id))).toBe(100);
    expect(debits).toBe(5);
    Object.assign(wallet.remote, { balance, debit });
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
    // The smaller debit is due at once in the next batch of the same lane.
    await server.later(3600_000, () => performDueOperations(server.core));
    expect(Number(await owed(player.id))).toBe(70);
    expect(player.has()).toBe(0);
  });

  let hours = 0;
  /** Retries what is due, an hour after the last time. */
  const sweep = () => {
    hours += 1;
    return server.later(hours * 3600_000, () => performDueOperations(server.core));
  };

  /** The wallet operations of the player's reversals, oldest first. */
  const operationsOf = (depositId: string) =>
    server.core.db
      .selectFrom('wallet_operations as o')
      .innerJoin('reversals as r', 'r.id', 'o.reversal_id')
      .select(['o.id', 'o.kind', 'o.status', 'o.detail', 'o.attempts'])
      .where('r.deposit_id', '=', depositId)
      .orderBy('o.id')
      .execute();

  test('is a hold and a capture for a wallet of the old form, with a smaller hold if need be', async () => {
    wallet.remote.hasDebits = false;
    const player = await arrive();
    wallet.balances.set(player.id, '30');
    await chargeBack(player.paymentId);
    await poll(async () => Number(await owed(player.id))).toBe(70);
    await poll(() => player.kinds()).toEqual(['credit', 'hold', 'capture']);
    expect(player.has()).toBe(0);
  });

  test('whose hold waits when the wallet learns debits is finished as it began', async () => {
    wallet.remote.hasDebits = false;
    const player = await arrive();
    wallet.mood = 'deaf';
    await chargeBack(player.paymentId);
    await poll(async () => (await operationsOf(player.depositId)).length).toBe(1);
    wallet.mood = 'normal';
    wallet.remote.hasDebits = true;
    wallet.balances.set(player.id, '99');
    await poll(async () => {
      await sweep();
      return player.kinds();
    }).toEqual(['credit', 'hold', 'capture']);
    expect(await owed(player.id)).toBe('1');
  });

  test('stays open while the wallet does not know debits, and the log says so', async () => {
    const player = await arrive();
    wallet.mood = 'old';
    logLines.length = 0;
    await chargeBack(player.paymentId);
    await poll(() => logLines.join('')).toContain(
      'the wallet does not know debit: see docs/wallet.md',
    );
    expect(logLines.join('')).toContain('"setting":"wallet.debits"');
    // The line of the log comes before the row: a sweep between them would find an answer lost.
    const first = async () => (await operationsOf(player.depositId))[0];
    await poll(async () => (await first())?.detail).toContain('does not know');
    await sweep();
    await poll(() => operationsOf(player.depositId)).toMatchObject([
      { kind: 'debit', status: 'pending' },
    ]);
    expect([player.has(), await owed(player.id)]).toEqual([100, '0']);
    // The operator says that the wallet has no debits yet: the same money is held and captured.
    wallet.remote.hasDebits = false;
    await poll(async () => {
      await sweep();
      return player.kinds();
    }).toEqual(['credit', 'hold', 'capture']);
    expect([player.has(), await owed(player.id)]).toEqual([0, '0']);
    expect((await operationsOf(player.depositId))[0]).toMatchObject({
      status: 'refused',
      detail: 'the wallet does not know the operation',
    });
  });

  test('that the wallet may have done is never done in the old form, too', async () => {
    const player = await arrive();
    wallet.mood = 'silent';
    await chargeBack(player.paymentId);
    await poll(() => player.has()).toBe(0);
    wallet.mood = 'old';
    wallet.remote.hasDebits = false;
    await poll(async () => {
      await sweep();
      return (await operationsOf(player.depositId))[0]?.attempts;
    }).toBeGreaterThan(2);
    expect(await operationsOf(player.depositId)).toMatchObject([
      { kind: 'debit', status: 'pending' },
    ]);
    wallet.mood = 'normal';
    await poll(async () => {
      await sweep();
      return operationsOf(player.depositId);
    }).toMatchObject([{ kind: 'debit', status: 'done' }]);
    expect([player.has(), await owed(player.id)]).toEqual([0, '0']);
  });

  test('whose last answer was lost is never done in the old form, too', async () => {
    const player = await arrive();
    wallet.mood = 'old';
    await chargeBack(player.paymentId);
    const first = async () => (await operationsOf(player.depositId))[0];
    await poll(async () => (await first())?.detail).toContain('does not know');
    // A process asks again, and dies before it has written down the answer.
    await server.core.db
      .updateTable('wallet_operations')
      .set({ attempts: 2 })
      .where('id', '=', (await first())?.id ?? '')
      .execute();
    wallet.remote.hasDebits = false;
    await sweep();
    await poll(async () => (await first())?.attempts).toBeGreaterThan(2);
    expect(await operationsOf(player.depositId)).toMatchObject([
      { kind: 'debit', status: 'pending' },
    ]);
    wallet.mood = 'normal';
    await poll(async () => {
      await sweep();
      return player.kinds();
    }).toEqual(['credit', 'debit']);
  });
});

describe('a correction', () => {
  /** Corrects a balance, and returns the correction as operators see it after the response. */
  async function correct(player: string, direction: 'credit' | 'debit', amount: string) {
    const money = { amount, currency: 'EUR' };
    const act = { player, direction, ...money, reason: 'a mistake of the desk' };
    const { status, body } = await operator.ask('corrections-create', act);
    expect([status, body.status]).toEqual([200, 'pending']);
    return load(player, body.id);
  }

  const load = async (player: string, id: string) => {
    const { items } = (await operator.ask('corrections-list', { player })).body;
    return items.find((item: { id: string }) => item.id === id);
  };

  test('is a credit or a debit of the wallet, which says so', async () => {
    const player = await arrive();
    const credit = await correct(player.id, 'credit', '5');
    const debit = await correct(player.id, 'debit', '105');
    expect([credit.status, debit.status, player.has()]).toEqual(['done', 'done', 0]);
    const purpose = (reference: string) => ({ kind: 'correction', reference, paymentType: null });
    expect(player.transfers().slice(1)).toMatchObject([
      { kind: 'credit', subjectId: credit.id, purpose: purpose(credit.reference) },
      { kind: 'debit', subjectId: debit.id, purpose: purpose(debit.reference) },
    ]);
  });

  test('above the balance is refused by the wallet, and books nothing', async () => {
    const player = await arrive();
    const refused = await correct(player.id, 'debit', '100.01');
    expect(refused).toMatchObject({ status: 'refused', detail: 'insufficient: not enough' });
    expect(player.has()).toBe(100);
  });

  test('waits for the wallet, and is done once', async () => {
    const player = await arrive();
    wallet.mood = 'silent';
    const waiting = await correct(player.id, 'debit', '30');
    expect([waiting.status, player.has()]).toEqual(['pending', 70]);
    wallet.mood = 'normal';
    await poll(async () => {
      await server.later(3600_000, () => performDueOperations(server.core));
      return (await load(player.id, waiting.id)).status;
    }).toBe('done');
    expect(player.has()).toBe(70);
  });

  test('by a debit needs a wallet that knows debits', async () => {
    const player = await arrive();
    wallet.mood = 'old';
    const waiting = await correct(player.id, 'debit', '30');
    expect(waiting.status).toBe('pending');
    wallet.remote.hasDebits = false;
    await poll(async () => {
      await server.later(7200_000, () => performDueOperations(server.core));
      return load(player.id, waiting.id);
    }).toMatchObject({
      status: 'refused',
      detail: 'the wallet does not know the operation',
    });
    const act = { player: player.id, amount: '1', currency: 'EUR', reason: 'a mistake' };
    const debit = await operator.ask('corrections-create', { ...act, direction: 'debit' });
    expect(debit).toMatchObject({ status: 409, body: { error: { code: 'act.impossible' } } });
    expect(player.has()).toBe(100);
  });
});

describe('every movement', () => {
  test('says its kind, the reference and the method', async () => {
    const player = await arrive();
    await server.provider('POST', `/v1/payments/${player.paymentId}/reversals`, {
      kind: 'refund',
      amount: '10',
    });
    await poll(() => player.kinds()).toEqual(['credit', 'debit']);
    await server.provider('POST', `/v1/payments/${player.paymentId}/reversals`, {
      kind: 'chargeback',
      amount: '20',
    });
    await poll(() => player.kinds()).toEqual(['credit', 'debit', 'debit']);
    const { withdrawalId, reference } = (await player.withdraw()).body;
    await server.call('withdrawal-cancel', { withdrawalId }, { token: player.token });
    await poll(() => player.kinds().at(-1)).toBe('release');
    const deposit = await operator.ask('deposits-show', { depositId: player.depositId });
    const of = { reference: deposit.body.reference, paymentType: 'card' };
    const ofWithdrawal = { kind: 'withdrawal', reference, paymentType: 'payout' };
    expect(player.transfers().map(({ purpose }) => purpose)).toEqual([
      { kind: 'deposit', ...of },
      { kind: 'refund', ...of },
      { kind: 'chargeback', ...of },
      ofWithdrawal,
      ofWithdrawal,
    ]);
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
    // A wallet that was slow gets one batch per sweep; the next sweep goes on.
    await performDueOperations(server.core);
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
