import { webhookDataSchemas } from '@kassa/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resolvePlayer } from '../../players/player-row.ts';
import { buildFakeWallet, type FakeWallet } from '../../testing/fake-wallet.ts';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { approve, bringPlayer, type PayingPlayer } from '../../testing/paying-player.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { loadDebt } from '../ledger/balances.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { followUpWithdrawals } from '../provider-events/follow-up-withdrawals.ts';
import { performDueOperations } from '../provider-events/wallet-answers.ts';

let server: TestServer;
let operator: OperatorClient;

beforeAll(async () => {
  // Events are recorded only for an endpoint; nobody answers at this one.
  const secrets = ['whsec_b3BlcmF0b3IncyBzZWNyZXQgb2YgdGVzdHM='];
  const webhook = { url: 'http://localhost:1', secrets };
  const brand = { webhook, withdrawals: { approveUpTo: { EUR: '1000' } } };
  server = await startTestServer({}, { brand });
  operator = await createOperator(server);
});

beforeEach(() => setSettling(true));

afterEach(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
});

afterAll(() => server.stop());

/** Sets the brand's switch. */
function setSettling(settleDebts: boolean) {
  const brand = server.core.brands.get('kassa');
  if (brand === undefined) throw new Error('no brand');
  brand.deposits = { ...brand.deposits, settleDebts };
}

const balanceOf = async (player: PayingPlayer) => Number(await player.balance());

async function owedBy({ id }: PayingPlayer): Promise<number> {
  const playerId = await resolvePlayer(server.core.db, 'kassa', id);
  const debt = { brandId: 'kassa', playerId, currency: 'EUR' };
  return Number((await loadDebt(server.core.db, debt)).owed);
}

const statusOf = async ({ token }: PayingPlayer, depositId: string) =>
  (await server.call('deposit-status', { depositId, paymentMethod: 'card' }, { token })).body;

const chargeBack = (paymentId: string) =>
  server.provider('POST', `/v1/payments/${paymentId}/reversals`, { kind: 'chargeback' });

/** A payment of this amount arrives for a new deposit. Returns it as soon as it isn't pending. */
async function pay(player: PayingPlayer, amount: string) {
  const deposit = await player.deposit(amount);
  await approve(server, deposit.paymentId);
  await expect.poll(async () => (await rowOf(deposit.depositId)).status).not.toMatch(/^awaiting/);
  return deposit;
}

const rowOf = (depositId: string) =>
  server.core.db
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow();

/** Brings a player who owes money and has none: the paid-out deposit was charged back. */
async function bringDebtor(amount = '30'): Promise<PayingPlayer> {
  const player = await bringPlayer(server);
  const { depositId, paymentId } = await pay(player, amount);
  // A chargeback of a receipt that is still being credited would wait for a sweep.
  await expect.poll(async () => (await rowOf(depositId)).status).toBe('processed');
  await server.provider('POST', '/v1/behaviours', { payoutOutcome: 'completed-at-once' });
  await player.withdraw(amount);
  await followUpWithdrawals(server.core);
  await expect.poll(() => balanceOf(player)).toBe(0);
  await chargeBack(paymentId);
  await expect.poll(() => owedBy(player)).toBe(Number(amount));
  return player;
}

async function settledBy({ id }: PayingPlayer) {
  const playerId = await resolvePlayer(server.core.db, 'kassa', id);
  const rows = await server.core.db
    .selectFrom('webhook_events')
    .select('data')
    .where('player_id', '=', playerId)
    .where('type', '=', 'debt.settled')
    .orderBy('sequence')
    .execute();
  return rows.map(({ data }) => webhookDataSchemas['debt.settled'].parse(data));
}

const timelineOf = async (depositId: string): Promise<{ kind: string; text: string }[]> =>
  (await operator.ask('deposits-show', { depositId })).body.timeline;

describe("a later deposit, with Kassa's own ledger", () => {
  test('settles first what its player owes, and everybody is told', async () => {
    const player = await bringDebtor();
    const { depositId, reference } = await pay(player, '100');
    expect(await balanceOf(player)).toBe(70);
    expect(await owedBy(player)).toBe(0);
    expect(await statusOf(player, depositId)).toMatchObject({
      status: 'PAYED',
      processingAmount: '100.00',
      settledDebt: '30.00',
    });
    const settled = { depositId, reference, amount: '30.00', currency: 'EUR', owed: '0.00' };
    expect(await settledBy(player)).toMatchObject([settled]);
    const timeline = await timelineOf(depositId);
    const entries = timeline.filter(({ text }) => /settled/i.test(text));
    // They may be of the same millisecond.
    expect(entries.sort((one, other) => one.kind.localeCompare(other.kind))).toMatchObject([
      { kind: 'transfer', text: 'debtSettled: player -30 EUR, receivable 30.00 EUR' },
      { kind: 'transition', text: expect.stringContaining('30.00 EUR of it settled a debt') },
      { kind: 'webhook', text: expect.stringContaining('debt.settled') },
    ]);
    const shown = await operator.ask('deposits-show', { depositId });
    expect(shown.body).toMatchObject({ creditedAmount: '100.00', settledDebt: '30.00' });
    const { body } = await operator.ask('players-show', { player: player.id });
    expect(body.debts).toEqual([{ owed: '0.00', settled: '30.00', currency: 'EUR' }]);

    const later = await pay(player, '10');
    expect(await balanceOf(player)).toBe(80);
    expect(await statusOf(player, later.depositId)).not.toHaveProperty('settledDebt');
  });

  test('that is smaller than the debt settles a part of it', async () => {
    const player = await bringDebtor();
    const { depositId } = await pay(player, '20');
    expect([await balanceOf(player), await owedBy(player)]).toEqual([0, 10]);
    expect(await statusOf(player, depositId)).toMatchObject({ settledDebt: '20.00' });
    expect(await settledBy(player)).toMatchObject([{ owed: '10.00' }]);
    await pay(player, '20');
    expect([await balanceOf(player), await owedBy(player)]).toEqual([10, 0]);
  });

  test('that is charged back in its turn is taken back as a whole', async () => {
    const player = await bringDebtor();
    const { paymentId } = await pay(player, '100');
    await chargeBack(paymentId);
    await expect.poll(() => owedBy(player)).toBe(30);
    expect(await balanceOf(player)).toBe(0);
  });

  test('settles with each of its receipts', async () => {
    const player = await bringDebtor();
    const { depositId, paymentId } = await player.deposit('40');
    for (const amount of ['20', '20']) {
      await server.provider('POST', `/v1/payments/${paymentId}/receipts`, { amount });
    }
    await expect.poll(() => owedBy(player)).toBe(0);
    expect(await statusOf(player, depositId)).toMatchObject({ settledDebt: '30.00' });
    expect(await balanceOf(player)).toBe(10);
  });

  test('settles nothing if the brand has switched that off', async () => {
    setSettling(false);
    const player = await bringDebtor();
    const { depositId } = await pay(player, '100');
    expect([await balanceOf(player), await owedBy(player)]).toEqual([100, 30]);
    expect(await statusOf(player, depositId)).not.toHaveProperty('settledDebt');
    expect(await settledBy(player)).toEqual([]);
  });
});

describe("a later deposit, with the operator's wallet", () => {
  let wallet: FakeWallet;
  let walletOf: TestServer['core']['walletOf'];

  beforeAll(() => {
    walletOf = server.core.walletOf;
  });
  beforeEach(() => {
    wallet = buildFakeWallet();
    server.core.walletOf = () => wallet;
  });
  afterEach(() => {
    server.core.walletOf = walletOf;
  });

  const creditsOf = ({ id }: PayingPlayer) =>
    [...wallet.transfers.values()]
      .filter(({ kind, externalId }) => kind === 'credit' && externalId === id)
      .map(({ money }) => Number(money.amount));
  const perform = () => server.later(3600_000, () => performDueOperations(server.core));

  test('asks the wallet to credit only the rest', async () => {
    const player = await bringDebtor();
    const { depositId } = await pay(player, '100');
    await expect.poll(() => owedBy(player)).toBe(0);
    expect(creditsOf(player)).toEqual([30, 70]);
    expect(await balanceOf(player)).toBe(70);
    expect(await statusOf(player, depositId)).toMatchObject({
      processingAmount: '100.00',
      settledDebt: '30.00',
    });
  });

  test('that only settles asks the wallet for nothing', async () => {
    const player = await bringDebtor();
    wallet.mood = 'deaf';
    const { depositId } = await pay(player, '20');
    expect(await rowOf(depositId)).toMatchObject({ status: 'processed', settled_debt: '20.00' });
    expect(await owedBy(player)).toBe(10);
    expect(creditsOf(player)).toEqual([30]);
  });

  test('settles no debt that another deposit has reserved', async () => {
    const player = await bringDebtor();
    wallet.mood = 'deaf';
    const [one, other] = [await pay(player, '50'), await pay(player, '50')];
    expect(await rowOf(one.depositId)).toMatchObject({ status: 'crediting' });
    expect(await owedBy(player)).toBe(30);
    wallet.mood = 'normal';
    await perform();
    await expect.poll(async () => (await rowOf(other.depositId)).status).toBe('processed');
    await expect.poll(() => owedBy(player)).toBe(0);
    expect(creditsOf(player).sort()).toEqual([20, 30, 50]);
    expect(await settledBy(player)).toMatchObject([{ depositId: one.depositId, amount: '30.00' }]);
  });

  test('that the wallet refuses to credit settles nothing until it is credited', async () => {
    const player = await bringDebtor();
    wallet.mood = 'refusing';
    const { depositId } = await pay(player, '50');
    await expect.poll(async () => (await rowOf(depositId)).status).toBe('parked');
    expect(await checkLedger(server.core.db)).toEqual([]);
    expect(await owedBy(player)).toBe(30);
    expect(await settledBy(player)).toEqual([]);
    wallet.mood = 'normal';
    const other = await pay(player, '20');
    await expect.poll(async () => (await rowOf(other.depositId)).status).toBe('processed');
    expect(await owedBy(player)).toBe(10);
    const { body } = await operator.ask('payments-parked', {});
    const [parked] = body.items.filter((it: { depositId: string }) => it.depositId === depositId);
    const reason = 'the account is open again';
    await operator.ask('payments-resolve', { paymentId: parked.id, resolution: 'credit', reason });
    await expect.poll(() => owedBy(player)).toBe(0);
    expect(creditsOf(player)).toEqual([30, 40]);
    expect(await rowOf(depositId)).toMatchObject({
      credited_amount: '50.00',
      settled_debt: '10.00',
    });
  });
});
