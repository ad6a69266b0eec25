import { type WebhookType, webhookDataSchemas, webhookEventSchema } from '@kassa/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followUpWithdrawals } from '../../money/provider-events/follow-up-withdrawals.ts';
import { createOperator } from '../../testing/operator-client.ts';
import { type OperatorEndpoint, startOperatorEndpoint } from '../../testing/operator-endpoint.ts';
import { approve, bringPlayer } from '../../testing/paying-player.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let endpoint: OperatorEndpoint;
let server: TestServer;

beforeAll(async () => {
  endpoint = await startOperatorEndpoint();
  const webhook = { url: endpoint.url, secrets: [endpoint.secret] };
  const withdrawals = { approveUpTo: { EUR: '50' } };
  server = await startTestServer({}, { brand: { webhook, withdrawals } });
  // No payout is completed beside the events that the tests expect.
  await server.provider('POST', '/v1/behaviours', { payoutOutcome: 'undecided' });
});

afterAll(async () => {
  await server.stop();
  await endpoint.close();
});

/** The operator's events of a player, in the order of their numbers. */
const toldOf = (playerId: string) =>
  endpoint.received
    .map(({ body }) => webhookEventSchema.parse(body))
    .filter((event) => event.playerId === playerId)
    .toSorted((one, other) => one.sequence - other.sequence);

const summaryOf = (playerId: string) =>
  toldOf(playerId).map(({ type, data }) => `${type} ${data.status ?? data.kind ?? data.amount}`);

test('the operator gets an event for each status of a deposit and a withdrawal, numbered without gaps', async () => {
  const player = await bringPlayer(server);
  const { paymentId } = await player.deposit('100');
  await approve(server, paymentId);
  await expect.poll(player.balance).toBe('100.00');
  await server.provider('POST', `/v1/payments/${paymentId}/reversals`, {
    kind: 'chargeback',
    amount: '20',
  });
  await expect.poll(player.balance).toBe('80.00');
  await player.withdraw('40');
  await followUpWithdrawals(server.core);
  await expect
    .poll(() => summaryOf(player.id))
    .toEqual([
      'deposit.status created',
      'deposit.status awaitingPlayer',
      'payment.credited 100.00',
      'deposit.status processed',
      'reversal.recorded chargeback',
      'deposit.status processed',
      'withdrawal.status created',
      'withdrawal.status requested',
      'withdrawal.status approved',
      'withdrawal.status sending',
      'withdrawal.status sent',
    ]);
  const told = toldOf(player.id);
  expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, index) => index + 1));
  expect(told[5]?.data).toMatchObject({
    creditedAmount: '100.00',
    reversedAmount: '20.00',
    refundedAmount: '0.00',
    chargedBackAmount: '20.00',
    paymentType: 'card',
    paymentMethod: 'card',
  });
  expect(told[4]?.data).toMatchObject({ amount: '20.00', covered: '20.00', receivable: '0.00' });
});

test('the operator gets an event for parked money', async () => {
  const player = await bringPlayer(server);
  const { paymentId } = await player.deposit('100');
  const odd = { amount: '100', currency: 'SEK' };
  await server.provider('POST', `/v1/payments/${paymentId}/receipts`, odd);
  await expect.poll(() => summaryOf(player.id).at(-1)).toBe('deposit.status parked');
  // Events that are sent at once arrive in any order.
  await expect.poll(() => summaryOf(player.id)).toContain('payment.parked 100.00');
});

test('the operator gets an event for a correction', async () => {
  const player = await bringPlayer(server);
  await player.balance();
  const operator = await createOperator(server);
  const act = { player: player.id, direction: 'credit', amount: '5', currency: 'EUR' };
  const { body } = await operator.ask('corrections-create', { ...act, reason: 'goodwill' });
  await expect
    .poll(() => toldOf(player.id))
    .toMatchObject([
      {
        brand: 'kassa',
        type: 'correction.recorded',
        data: { correctionId: body.id, reference: body.reference, amount: '5.00', status: 'done' },
      },
    ]);
});

test('the operator gets an event for an offered bonus', async () => {
  const player = await bringPlayer(server);
  await player.balance();
  const operator = await createOperator(server);
  const { body } = await operator.ask('bonuses-offer', {
    player: player.id,
    kind: 'deposit',
    title: 'Welcome',
    currency: 'EUR',
    minDeposit: '20',
    percent: '50',
    maxBonusAmount: '100',
    mustAccrueBefore: new Date(Date.now() + 3600_000).toISOString(),
    reason: 'a welcome',
  });
  await expect
    .poll(() => toldOf(player.id))
    .toMatchObject([{ type: 'bonus.offered', data: { bonusId: body.id } }]);
});

test('undelivered events are counted in the metrics', async () => {
  endpoint.answer = () => ({ status: 500 });
  const player = await bringPlayer(server);
  await player.deposit('100');
  const metrics = async () => (await fetch(`${server.operatorUrl}/metrics`)).text();
  await expect.poll(metrics).toContain('kassa_webhook_events{brand="kassa",state="retried"} 2');
});

test('all events match the guide exactly', () => {
  expect(endpoint.received.length).toBeGreaterThan(10);
  for (const { body } of endpoint.received) {
    const schema = webhookDataSchemas[body.type as WebhookType];
    expect(schema.parse(body.data), body.type).toEqual(body.data);
    expect(webhookEventSchema.parse(body)).toEqual(body);
    expect(body.brand).toBe('kassa');
    // All amounts of this test are in currencies of two decimals; a rate of 1 is no amount.
    const { rate: _, ...data } = body.data;
    for (const value of Object.values(data)) {
      if (/^-?\d+(\.\d+)?$/.test(String(value))) expect(value).toMatch(/\.\d\d$/);
    }
  }
});
