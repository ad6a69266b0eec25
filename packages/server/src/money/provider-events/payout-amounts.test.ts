import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ProviderPayout } from '../../connectors/provider-event.ts';
import { loadFees } from '../../testing/load-fees.ts';
import { type MetPlayer, meetPlayer } from '../../testing/meet-player.ts';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { applyPayout } from './apply-payout.ts';
import { followUpWithdrawals } from './follow-up-withdrawals.ts';

/* A provider reports a payout of another amount than the withdrawal's 50 EUR. */

let server: TestServer;
let operator: OperatorClient;

beforeAll(async () => {
  server = await startTestServer({}, { brand: { withdrawals: { approveUpTo: { EUR: '50' } } } });
  operator = await createOperator(server);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await behave({ payoutOutcome: 'undecided', webhook: 'normal', feePercent: '0' });
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

const behave = (part: object) => server.provider('POST', '/v1/behaviours', part);
const followUp = () => followUpWithdrawals(server.core);
const less = { paidAmount: '1.00', paidCurrency: 'JPY' };
const reason = 'the provider showed me its bank statement';

/** Brings a player with 50 EUR who requests them all. */
async function bringWithdrawal(): Promise<{ player: MetPlayer; withdrawalId: string }> {
  await behave({ payoutOutcome: 'undecided' });
  const player = await meetPlayer(server);
  await player.pay();
  return { player, withdrawalId: await player.ask() };
}

async function bringSent() {
  const brought = await bringWithdrawal();
  await followUp();
  await expect.poll(() => statusOf(brought.withdrawalId)).toBe('sent');
  return brought;
}

const report = (withdrawalId: string, part: Pick<ProviderPayout, 'status' | 'paid'>) =>
  server.core.db
    .transaction()
    .execute((tx) =>
      applyPayout(
        server.core,
        tx,
        { brandId: 'kassa', connector: 'sandbox', source: 'a test', confirmedBy: 'provider' },
        { kind: 'payout', providerReference: 'p-1', withdrawalId, fee: null, ...part },
      ),
    );

const show = async (withdrawalId: string) =>
  (await operator.ask('withdrawals-show', { withdrawalId })).body;
const statusOf = async (withdrawalId: string) => (await show(withdrawalId)).status;

async function decide(withdrawalId: string, decision: object) {
  const { body } = await server.provider('GET', `/v1/payouts?merchantReference=${withdrawalId}`);
  const path = `/v1/payouts/${body.id}/decide`;
  expect((await server.provider('POST', path, decision)).status).toBe(200);
}

/** Waits for the notification that the operator has to handle, and returns its listed events. */
async function listed(withdrawalId: string): Promise<string[]> {
  const find = async () =>
    (await operator.ask('notifications-list', { state: 'open' })).body.items.filter(
      ({ events }: { events: string[] }) => events.some((line) => line.includes(withdrawalId)),
    );
  await expect.poll(async () => (await find()).length).toBe(1);
  const [{ outcome, events }] = await find();
  expect(outcome).toBe('conflicting');
  return events;
}

/** The money is still held: the player has nothing, and nothing was captured. */
async function expectHeld({ player, withdrawalId }: { player: MetPlayer; withdrawalId: string }) {
  expect(await player.balance()).toBe(0);
  const { timeline, reversals } = await show(withdrawalId);
  const transfers = timeline.filter(({ kind }: { kind: string }) => kind === 'transfer');
  expect(transfers).toMatchObject([{ text: expect.stringMatching(/^hold/) }]);
  expect(reversals).toEqual([]);
  expect(await loadFees(server.core, { withdrawalId })).toEqual([]);
}

describe('a payout of another amount', () => {
  test('keeps its money held when the provider then reports it as failed, until the operator decides', async () => {
    const brought = await bringSent();
    const { player, withdrawalId } = brought;
    await decide(withdrawalId, { status: 'completed', paidAmount: '20.00' });
    await listed(withdrawalId);
    const failed = await report(withdrawalId, { status: 'failed', paid: null });
    expect(failed).toEqual({ outcome: 'conflicting', changed: null });
    await expectHeld(brought);
    const resolve = { withdrawalId, status: 'completed', reason };
    expect((await operator.ask('withdrawals-resolve', resolve)).status).toBe(200);
    // The provider repeats itself; the operator has decided on it.
    const paid = { amount: '20.00', currency: 'EUR' };
    expect(await report(withdrawalId, { status: 'completed', paid })).toMatchObject({
      outcome: 'duplicate',
    });
    expect(await player.balance()).toBe(0);
  });

  test.each([
    ['another amount', { paidAmount: '49.99' }, '49.99 EUR'],
    ['another currency', { paidCurrency: 'BRL' }, '50.00 BRL'],
    ['both', less, '1.00 JPY'],
  ])('is no evidence: %s', async (_, decision, text) => {
    const brought = await bringWithdrawal();
    const { withdrawalId } = brought;
    await behave({ feePercent: '5' });
    await followUp();
    await expect.poll(() => statusOf(withdrawalId)).toBe('sent');
    const log = vi.spyOn(server.core.log, 'error');
    await decide(withdrawalId, { status: 'completed', ...decision });
    expect(await listed(withdrawalId)).toEqual([expect.stringContaining(`completed ${text}`)]);
    expect(log).toHaveBeenCalledWith(
      expect.objectContaining({ withdrawalId }),
      'a payout has another amount than its withdrawal',
    );
    expect(await statusOf(withdrawalId)).toBe('sent');
    await expectHeld(brought);
    const { timeline } = await show(withdrawalId);
    expect(timeline).toContainEqual(
      expect.objectContaining({
        kind: 'notification',
        text: expect.stringMatching(new RegExp(`conflicting .*completed ${text}`)),
      }),
    );
  });

  test.each([
    ['completed', 0],
    ['failed', 50],
    ['returned', 50],
  ])('ends as %s by the word of the operator', async (status, balance) => {
    const { player, withdrawalId } = await bringSent();
    await decide(withdrawalId, { status: 'completed', ...less });
    await listed(withdrawalId);
    const { body } = await operator.ask('withdrawals-resolve', { withdrawalId, status, reason });
    expect(body).toMatchObject({ status });
    expect(await player.balance()).toBe(balance);
  });

  test('that was returned gives nothing back', async () => {
    const { player, withdrawalId } = await bringSent();
    await decide(withdrawalId, { status: 'completed' });
    await expect.poll(() => statusOf(withdrawalId)).toBe('completed');
    await decide(withdrawalId, { status: 'returned', ...less });
    await listed(withdrawalId);
    expect(await statusOf(withdrawalId)).toBe('completed');
    expect(await player.balance()).toBe(0);
  });

  test('after the withdrawal had failed takes nothing from the balance', async () => {
    const { player, withdrawalId } = await bringSent();
    await operator.ask('withdrawals-resolve', { withdrawalId, status: 'failed', reason });
    await decide(withdrawalId, { status: 'completed', ...less });
    await listed(withdrawalId);
    expect(await statusOf(withdrawalId)).toBe('failed');
    expect(await player.balance()).toBe(50);
    expect((await show(withdrawalId)).reversals).toEqual([]);
  });

  test('is listed once for all status requests, and never goes to review', async () => {
    const brought = await bringSent();
    const { withdrawalId } = brought;
    await behave({ webhook: 'lost' });
    await decide(withdrawalId, { status: 'completed', ...less });
    for (const hours of [1, 3, 9, 24]) await server.later(hours * 3600_000, followUp);
    expect(await listed(withdrawalId)).toHaveLength(1);
    expect(await statusOf(withdrawalId)).toBe('sent');
    await expectHeld(brought);
  });

  test('in the response to the request leaves its outcome unknown, and it is not sent again', async () => {
    const brought = await bringWithdrawal();
    const { withdrawalId } = brought;
    const { payouts } = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector ?? {};
    if (payouts == null) throw new Error('no payouts');
    const send = vi.spyOn(payouts, 'send').mockResolvedValue({
      kind: 'accepted',
      providerReference: 'p1',
      status: 'completed',
      paid: { amount: '50', currency: 'BRL' },
    });
    const events = [payoutOf(withdrawalId, { amount: '50', currency: 'BRL' })];
    vi.spyOn(payouts, 'status').mockResolvedValue({ kind: 'known', events });
    await followUp();
    await expect.poll(() => statusOf(withdrawalId)).toBe('unknown');
    expect(await listed(withdrawalId)).toEqual([expect.stringContaining('completed 50 BRL')]);
    const { timeline } = await show(withdrawalId);
    expect(timeline).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('with 50 BRL, not 50.00 EUR') }),
    );
    for (const hours of [1, 3, 9, 24]) await server.later(hours * 3600_000, followUp);
    expect(send).toHaveBeenCalledTimes(1);
    expect(await statusOf(withdrawalId)).toBe('unknown');
    await expectHeld(brought);
  });

  test('of a withdrawal that would be sent now sends it to review', async () => {
    const brought = await bringWithdrawal();
    const { withdrawalId } = brought;
    const report = payoutOf(withdrawalId, { amount: '1', currency: 'JPY' });
    expect(await apply(report)).toMatchObject({ outcome: 'conflicting' });
    expect(await statusOf(withdrawalId)).toBe('inReview');
    await followUp();
    expect(await statusOf(withdrawalId)).toBe('inReview');
    await expectHeld(brought);
  });

  test.each(['completed', 'returned'] as const)(
    'is assumed for a %s event without an amount, such as a stored one of an earlier release',
    async (status) => {
      const brought = await bringSent();
      const { withdrawalId } = brought;
      const { paid: _, ...stored } = payoutOf(withdrawalId, null);
      const events = [{ ...stored, status } as ProviderPayout, payoutOf(withdrawalId, null)];
      for (const event of events) {
        expect(await apply(event)).toEqual({ outcome: 'conflicting', changed: null });
      }
      await expectHeld(brought);
    },
  );
});

test('a payout of the same amount in another spelling is paid', async () => {
  const { withdrawalId } = await bringSent();
  await decide(withdrawalId, { status: 'completed', paidAmount: '50.000' });
  await expect.poll(() => statusOf(withdrawalId)).toBe('completed');
});

function payoutOf(withdrawalId: string, paid: ProviderPayout['paid']): ProviderPayout {
  const head = { kind: 'payout', providerReference: 'p1', withdrawalId } as const;
  return { ...head, status: 'completed', paid, fee: { amount: '1', currency: 'EUR' } };
}

/** Applies an event as a notification of the provider would. */
function apply(event: ProviderPayout) {
  const evidence = { brandId: 'kassa', connector: 'sandbox', source: 'a test' };
  return server.core.db
    .transaction()
    .execute((tx) => applyPayout(server.core, tx, { ...evidence, confirmedBy: 'provider' }, event));
}
