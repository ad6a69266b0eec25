import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '../../ground/database/connect.ts';
import { buildFakeWallet } from '../../testing/fake-wallet.ts';
import { type MetPlayer, meetPlayer } from '../../testing/meet-player.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { moveMoney, postTransfer } from '../ledger/transfers.ts';
import { performDueOperations } from '../provider-events/wallet-answers.ts';
import { buildBuiltInWallet } from '../wallet/wallets.ts';
import { findBonus } from './bonuses.ts';
import { completeBonus } from './complete-bonus.ts';
import { type BonusOffer, offerBonus } from './offer-bonus.ts';

const by = { actor: 'key "desk"', reason: 'a welcome' };
const freeSpins = { kind: 'freespin', title: 'Spins', spins: 20, maxSpinWin: null, games: [] };

const remote = buildFakeWallet();
let server: TestServer;
let player: MetPlayer;

beforeAll(async () => {
  // No server listens there; the tests read the events from the outbox.
  const webhook = {
    url: 'http://localhost:9/kassa',
    secrets: ['whsec_b3BlcmF0b3IncyBzZWNyZXQgb2YgdGhlIHRlc3Rz'],
  };
  server = await startTestServer({}, { brand: { webhook } });
});

beforeEach(() => {
  remote.mood = 'normal';
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

const run = <Result>(act: (tx: Tx) => Promise<Result>) => server.core.db.transaction().execute(act);

/** Offers a deposit bonus of 50 % that has to be wagered. */
async function offer(part: object = {}): Promise<string> {
  const terms = {
    kind: 'deposit',
    id: uuidv7(),
    title: 'Welcome',
    subtitle: null,
    currency: 'EUR',
    minDeposit: '20',
    percent: '50',
    maxBonusAmount: null,
    wagerMultiplier: '30',
    payoutMultiplier: null,
    onWithdrawal: 'forfeited',
    mustAccrueBefore: new Date(Date.now() + 3600_000),
    ...by,
    ...part,
  } as BonusOffer;
  return (await run((tx) => offerBonus(server.core, tx, player.ref, terms))).id;
}

const call = (name: Parameters<TestServer['call']>[0], request: Record<string, unknown>) =>
  server.call(name, request, { token: player.token });

const load = async (id: string) => {
  const bonus = await findBonus(server.core.db, player.ref, id);
  if (bonus === undefined) throw new Error(`There is no bonus ${id}.`);
  return bonus;
};

const statusOf = async (id: string) => (await load(id)).status;

/** Offers a bonus and accrues it by a deposit in its currency. */
async function accrue(
  part: Record<string, unknown> & { currency?: string } = {},
  amount = '100',
): Promise<string> {
  const bonusId = await offer(part);
  const { currency = 'EUR' } = part;
  const token = await server.token({ playerId: player.externalId, currency });
  const order = { amount, currency, paymentType: 'card', bonusId, isActivatedBonus: true };
  const { depositId } = (await server.call('deposit-create', order, { token })).body;
  const { body } = await server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
  await server.provider('POST', `/v1/payments/${body.id}/approve`);
  await expect.poll(() => statusOf(bonusId)).toBe('accrued');
  return bonusId;
}

const complete = (id: string) => run((tx) => completeBonus(server.core, tx, player.ref, id));

const withdraw = (amount = '40', part: { forfeitedBonusIds?: string[] } = {}) =>
  call('withdrawal-create', { amount, currency: 'EUR', paymentType: 'payout', ...part });

/** Returns the bonuses that the player is told a withdrawal would forfeit. */
const ask = async () =>
  (await call('withdrawal-limits', { currency: 'EUR', paymentMethod: 'payout' })).body
    .forfeitedBonuses;

async function bonusBalance(): Promise<number> {
  const row = await server.core.db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('kind', '=', 'bonus')
    .where('owner', '=', player.ref.playerId)
    .executeTakeFirst();
  return Number(row?.balance ?? 0);
}

/** Returns the player's events of bonuses and withdrawals, in their order. */
async function events(): Promise<string[]> {
  const rows = await server.core.db
    .selectFrom('webhook_events')
    .select(['type', 'data'])
    .where('player_id', '=', player.ref.playerId)
    .orderBy('sequence')
    .execute();
  return rows
    .filter(({ type }) => /^(bonus|withdrawal)\./.test(type))
    .map(({ type, data }) => (type === 'withdrawal.status' ? `withdrawal ${data.status}` : type));
}

async function historyOf(withdrawalId: string): Promise<string[]> {
  const rows = await server.core.db
    .selectFrom('withdrawal_transitions')
    .select(['to_status', 'reason'])
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('id')
    .execute();
  return rows.map(({ to_status, reason }) => `${to_status}: ${reason}`);
}

describe.each(["Kassa's own ledger", "the operator's wallet"])('with %s, a withdrawal', (kind) => {
  beforeEach(async () => {
    const wallet = kind === "the operator's wallet" ? remote : buildBuiltInWallet(server.core.db);
    server.core.walletOf = () => wallet;
    player = await meetPlayer(server);
  });

  test('forfeits a bonus with wagering to do, and says so everywhere', async () => {
    const id = await accrue();
    const { body } = await withdraw();
    expect(await load(id)).toMatchObject({
      status: 'revoked',
      revoked_amount: '50.00',
      actor: 'Kassa',
      reason: `forfeited by the withdrawal ${body.reference} before its wagering was done`,
    });
    expect(await bonusBalance()).toBe(0);
    expect(await historyOf(body.withdrawalId)).toContain(
      `requested: the money is held; bonus ${id} is forfeited`,
    );
    expect(await events()).toEqual([
      'bonus.offered',
      'bonus.accrued',
      'withdrawal created',
      'bonus.revoked',
      'withdrawal requested',
      'withdrawal inReview',
    ]);
  });

  test('forfeits exactly the bonuses that the player was told, with their amounts', async () => {
    const kept = {
      sticky: await accrue({ onWithdrawal: 'sticky' }),
      'without wagering': await accrue({ wagerMultiplier: null }),
      'with a wagering of zero': await accrue({ wagerMultiplier: '0' }),
      wagered: await accrue(),
      'sticky free spins': await accrue({ ...freeSpins, onWithdrawal: 'sticky' }),
    };
    await complete(kept.wagered);
    const offered = await offer();
    const lost = [await accrue({}, '60'), await accrue({}, '80.50'), await accrue(freeSpins)];
    const told = await ask();
    const bonus = { title: 'Welcome', currency: 'EUR', spins: null };
    expect(told).toEqual([
      { ...bonus, bonusId: lost[0], amount: '30.00' },
      { ...bonus, bonusId: lost[1], amount: '40.25' },
      { ...bonus, bonusId: lost[2], title: 'Spins', amount: '0.00', spins: 20 },
    ]);
    expect((await withdraw()).status).toBe(200);
    const done = await Promise.all(lost.map(load));
    expect(done.map(({ id, revoked_amount }) => [id, Number(revoked_amount)])).toEqual(
      told.map((one: { bonusId: string; amount: string }) => [one.bonusId, Number(one.amount)]),
    );
    for (const [what, id] of Object.entries(kept)) {
      expect([what, await statusOf(id)]).toEqual([what, 'accrued']);
    }
    expect(await statusOf(offered)).toBe('offered');
    expect(await bonusBalance()).toBe(4 * 50);
    expect(await ask()).toEqual([]);
  });

  test('forfeits no more than is left on the bonus account', async () => {
    const ids = [await accrue(), await accrue()];
    await run((tx) =>
      postTransfer(tx, {
        id: uuidv7(),
        brandId: player.ref.brandId,
        kind: 'adjustment',
        playerId: player.ref.playerId,
        lines: moveMoney(
          { amount: '40', currency: 'EUR' },
          { kind: 'bonus', owner: player.ref.playerId },
          { kind: 'promotions', owner: 'bonuses' },
        ),
      }),
    );
    const told = (await ask()).map(({ amount }: { amount: string }) => amount);
    expect(told).toEqual(['50.00', '10.00']);
    await withdraw();
    const done = await Promise.all(ids.map(load));
    expect(done.map(({ revoked_amount }) => revoked_amount)).toEqual(told);
    expect(await bonusBalance()).toBe(0);
  });

  test('forfeits nothing if its money is not held', async () => {
    const id = await accrue();
    const { body } = await withdraw('400');
    expect(body.error.code).toBe('balance.insufficient');
    expect(await statusOf(id)).toBe('accrued');
    expect(await ask()).toHaveLength(1);
  });

  test('forfeits no bonus that the player did not agree to lose', async () => {
    const told = await accrue();
    const since = await accrue();
    const refused = await withdraw('40', { forfeitedBonusIds: [told] });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'quote.changed']);
    expect([await statusOf(told), await statusOf(since)]).toEqual(['accrued', 'accrued']);
    expect(await player.balance()).toBe(200);
    expect((await call('withdrawal-list', {})).body.withdrawals).toEqual([]);
    const agreed = await withdraw('40', { forfeitedBonusIds: [told, since] });
    expect(agreed.status).toBe(200);
    expect([await statusOf(told), await statusOf(since)]).toEqual(['revoked', 'revoked']);
  });

  test('does not bring a bonus back once it is canceled', async () => {
    const id = await accrue();
    const { withdrawalId } = (await withdraw()).body;
    expect((await call('withdrawal-cancel', { withdrawalId })).status).toBe(200);
    expect(await player.balance()).toBe(100);
    expect(await statusOf(id)).toBe('revoked');
  });

  test("leaves the player's bonuses in other currencies, and other players' bonuses", async () => {
    const others = await accrue();
    const owner = player;
    player = await meetPlayer(server);
    await player.pay();
    const inYen = await accrue({ currency: 'JPY', minDeposit: '100' }, '10000');
    expect(await ask()).toEqual([]);
    expect((await withdraw()).status).toBe(200);
    expect(await statusOf(inYen)).toBe('accrued');
    player = owner;
    expect(await statusOf(others)).toBe('accrued');
  });
});

test("a withdrawal forfeits nothing before the operator's wallet has confirmed its hold", async () => {
  server.core.walletOf = () => remote;
  player = await meetPlayer(server);
  const id = await accrue();
  remote.mood = 'deaf';
  const { withdrawalId } = (await withdraw()).body;
  expect(await statusOf(id)).toBe('accrued');
  remote.mood = 'normal';
  await server.later(3600_000, () => performDueOperations(server.core));
  expect(await historyOf(withdrawalId)).toContain(
    `requested: the money is held; bonus ${id} is forfeited`,
  );
  expect(await statusOf(id)).toBe('revoked');
});

test("a bonus that accrues before the operator's wallet holds the money is kept, and reviewed", async () => {
  server.core.walletOf = () => remote;
  Object.assign(server.core.brands.get('kassa')?.withdrawals ?? {}, { approveUpTo: { EUR: '50' } });
  player = await meetPlayer(server);
  const told = await accrue();
  remote.mood = 'deaf';
  const { withdrawalId } = (await withdraw('40', { forfeitedBonusIds: [told] })).body;
  remote.mood = 'normal';
  const since = await accrue();
  await server.later(3600_000, () => performDueOperations(server.core));
  expect([await statusOf(told), await statusOf(since)]).toEqual(['revoked', 'accrued']);
  expect((await historyOf(withdrawalId)).slice(1)).toEqual([
    `requested: the money is held; bonus ${told} is forfeited; bonus ${since} is kept, as the player did not agree to lose it`,
    'inReview: waits for review: a bonus is kept',
  ]);
});
