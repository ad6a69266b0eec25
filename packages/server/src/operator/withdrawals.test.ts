import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { followUpWithdrawals } from '../money/provider-events/follow-up-withdrawals.ts';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { approve, bringPlayer } from '../testing/paying-player.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let operator: OperatorClient;

beforeAll(async () => {
  server = await startTestServer();
  operator = await createOperator(server);
});

afterEach(async () => {
  await server.provider('POST', '/v1/behaviours', { payout: 'normal', payoutOutcome: 'completed' });
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

const reason = 'looked into by hand';
const iban = 'DE89 3704 0044 0532 0130 00';

/** Creates a withdrawal of 40 EUR that waits for review; the player has 60 EUR left. */
async function bringWithdrawal() {
  const player = await bringPlayer(server);
  const { paymentId } = await player.deposit();
  await approve(server, paymentId);
  await expect.poll(player.balance).toBe('100.00');
  const { body } = await player.withdraw('40', { iban });
  const { withdrawalId, reference } = body;
  return { player, withdrawalId, reference };
}

const show = async (withdrawalId: string) =>
  (await operator.ask('withdrawals-show', { withdrawalId })).body;

describe('withdrawals', () => {
  test('are found by player, reference and status, and by the account number only if it is complete', async () => {
    const { player, withdrawalId, reference } = await bringWithdrawal();
    for (const filter of [
      { player: player.id },
      { reference },
      { player: player.id, status: ['inReview'] },
    ]) {
      const { body } = await operator.ask('withdrawals-search', filter);
      expect(body.items).toMatchObject([{ id: withdrawalId, status: 'inReview', amount: '40.00' }]);
    }
    const byField = async (value: string) =>
      (await operator.ask('fields-search', { field: 'iban', value })).body.withdrawals;
    const found = await byField('de89370400440532013000');
    expect(found.map(({ id }: { id: string }) => id)).toContain(withdrawalId);
    expect(await byField('DE8937040044053201300')).toEqual([]);
  });

  test('show the player’s fields masked, never in full', async () => {
    const { reference } = await bringWithdrawal();
    const body = await show(reference);
    expect(body.fields).toEqual({ iban: '••••0 00' });
    expect(JSON.stringify(body)).not.toContain('0532');
  });

  test('approved ones are paid', async () => {
    const { withdrawalId } = await bringWithdrawal();
    const approved = await operator.ask('withdrawals-approve', { withdrawalId, reason });
    expect(approved).toMatchObject({ status: 200, body: { status: 'approved' } });
    await expect
      .poll(async () => {
        await followUpWithdrawals(server.core);
        return (await show(withdrawalId)).status;
      })
      .toBe('completed');
    // A status request may find the outcome before the provider's notification arrives.
    await expect
      .poll(async () => {
        const { timeline } = await show(withdrawalId);
        return [...new Set(timeline.map(({ kind }: { kind: string }) => kind))].sort();
      })
      .toEqual(['act', 'notification', 'transfer', 'transition']);
    const again = await operator.ask('withdrawals-approve', { withdrawalId, reason });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'withdrawal.notOpen' } } });
  });

  test('rejected ones release the player’s money, once', async () => {
    const { player, reference } = await bringWithdrawal();
    expect(await player.balance()).toBe('60.00');
    const reject = () => operator.ask('withdrawals-reject', { withdrawalId: reference, reason });
    expect((await reject()).body).toMatchObject({ status: 'rejected' });
    expect((await reject()).status).toBe(409);
    expect(await player.balance()).toBe('100.00');
  });

  test('the idempotency key of a rejection is rejected for an approval of the same request', async () => {
    const { withdrawalId } = await bringWithdrawal();
    const key = uuidv7();
    const request = { withdrawalId, reason };
    const rejected = await operator.ask('withdrawals-reject', request, key);
    expect(rejected.body).toMatchObject({ status: 'rejected' });
    const approved = await operator.ask('withdrawals-approve', request, key);
    expect(approved).toMatchObject({
      status: 422,
      body: { error: { code: 'idempotency.keyReused' } },
    });
  });

  test('unknown ones are resolved with the outcome that the operator found', async () => {
    const { player, withdrawalId } = await bringWithdrawal();
    const early = { withdrawalId, status: 'completed', reason };
    expect((await operator.ask('withdrawals-resolve', early)).status).toBe(409);
    await server.provider('POST', '/v1/behaviours', {
      payout: 'malformed',
      payoutOutcome: 'undecided',
      status: 'unavailable',
    });
    await operator.ask('withdrawals-approve', { withdrawalId, reason });
    await expect
      .poll(async () => {
        await followUpWithdrawals(server.core);
        return (await show(withdrawalId)).status;
      })
      .toBe('unknown');
    const failed = { withdrawalId, status: 'failed', reason };
    expect((await operator.ask('withdrawals-resolve', failed)).body).toMatchObject({
      status: 'failed',
    });
    expect(await player.balance()).toBe('100.00');
    await server.provider('POST', '/v1/behaviours', { status: 'normal' });
  });
});
