import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveWithdrawal, resolveWithdrawal } from '../../operator/acts/withdrawal-acts.ts';
import { approve, bringPlayer, type PayingPlayer } from '../../testing/paying-player.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { followUpWithdrawals } from '../provider-events/follow-up-withdrawals.ts';

const brand = { withdrawals: { approveUpTo: { EUR: '50' } } };
const longMs = 3600_000;

let databaseUrl: string;
let server: TestServer;

beforeAll(async () => {
  databaseUrl = await createTestDatabase();
  server = await startTestServer({ DATABASE_URL: databaseUrl }, { brand });
  // Otherwise the sandbox completes each payout by itself after a while.
  await server.provider('POST', '/v1/behaviours', { payoutOutcome: 'undecided' });
});

afterAll(() => server.stop());

/** Creates a player with 100 EUR; `paymentId` is the deposit's id at the provider. */
async function arrive(): Promise<PayingPlayer & { paymentId: string }> {
  const player = await bringPlayer(server);
  const { paymentId } = await player.deposit('100');
  await approve(server, paymentId);
  await expect.poll(player.balance).toBe('100.00');
  return { ...player, paymentId };
}

/** Creates a withdrawal that is approved automatically and waits for an unavailable provider. */
async function withdrawWhileDown(player: PayingPlayer): Promise<string> {
  await server.provider('POST', '/v1/behaviours', { payout: 'unavailable' });
  const { withdrawalId } = (await player.withdraw('40')).body;
  await followUpWithdrawals(server.core);
  await expect.poll(() => lastOf(withdrawalId)).toMatch(/^approved: the provider: unavailable/);
  await server.provider('POST', '/v1/behaviours', { payout: 'normal' });
  return withdrawalId;
}

/** Returns a withdrawal's status and its reason. */
async function lastOf(withdrawalId: string): Promise<string> {
  const { to_status, reason } = await server.core.db
    .selectFrom('withdrawal_transitions')
    .select(['to_status', 'reason'])
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return `${to_status}: ${reason}`;
}

const followUp = () => server.later(longMs, () => followUpWithdrawals(server.core));

const act = (withdrawalId: string) => ({
  brandId: 'kassa',
  withdrawalId,
  actor: 'a test',
  reason: 'for a test',
});

const approveByOperator = (withdrawalId: string) =>
  server.core.db
    .transaction()
    .execute((tx) => approveWithdrawal(server.core, tx, act(withdrawalId)));

test('a debt after the approval sends the withdrawal to review', async () => {
  const player = await arrive();
  const withdrawalId = await withdrawWhileDown(player);
  await server.provider('POST', `/v1/payments/${player.paymentId}/reversals`, {
    kind: 'chargeback',
    amount: '100',
  });
  await expect.poll(player.balance).toBe('0.00');
  await followUp();
  await expect
    .poll(() => lastOf(withdrawalId))
    .toMatch(/^inReview: the player owes 40(\.0+)? EUR$/);
  await approveByOperator(withdrawalId);
  await followUp();
  await expect.poll(() => lastOf(withdrawalId)).toMatch(/^sent: /);
});

test('HOLD_PAYOUTS sends approved withdrawals to review at the start, and none is approved or sent', async () => {
  const player = await arrive();
  const approved = await withdrawWhileDown(player);
  await server.stop();
  server = await startTestServer({ DATABASE_URL: databaseUrl, HOLD_PAYOUTS: 'true' }, { brand });
  expect(await lastOf(approved)).toBe('inReview: payouts are held');
  const newcomer = await arrive();
  const { withdrawalId } = (await newcomer.withdraw('20')).body;
  expect(await lastOf(withdrawalId)).toBe('inReview: payouts are held');
  // The withdrawal may be paid already, so the player can't cancel it.
  const { token } = newcomer;
  const shown = await server.call('withdrawal-status', { withdrawalId }, { token });
  expect(shown.body).toMatchObject({ status: 'PENDING', isCancelable: false });
  const refused = await server.call('withdrawal-cancel', { withdrawalId }, { token });
  expect(refused.body.error.code).toBe('withdrawal.notOpen');
  await approveByOperator(withdrawalId);
  await followUp();
  await expect.poll(() => lastOf(withdrawalId)).toBe('inReview: payouts are held');
  const asked = await server.provider('GET', `/v1/payouts?merchantReference=${withdrawalId}`);
  expect(asked.status).toBe(404);
  // This database doesn't know that the withdrawal was sent, but it may have been paid.
  await server.core.db
    .transaction()
    .execute((tx) =>
      resolveWithdrawal(server.core, tx, { ...act(withdrawalId), status: 'completed' }),
    );
  expect(await lastOf(withdrawalId)).toMatch(/^completed: /);
  expect(await newcomer.balance()).toBe('80.00');
  expect(await checkLedger(server.core.db)).toEqual([]);
});
