import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connector, CreateOutcome } from '../../connectors/connector.ts';
import type { ProviderPayment } from '../../connectors/provider-event.ts';
import { createOperator } from '../../testing/operator-client.ts';
import { callOverSocket, connected, nextPush, openSocket } from '../../testing/player-socket.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { followUpDeposits } from './follow-up-deposits.ts';

let server: TestServer;
let connector: Connector;
let answer: CreateOutcome;
let payments: ProviderPayment[];

beforeAll(async () => {
  server = await startTestServer();
  connector = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector as Connector;
  connector.create = async () => answer;
  connector.status = async () => ({ kind: 'known', events: payments });
});

afterAll(() => server.stop());

const order = { amount: '50', currency: 'EUR', paymentType: 'card' };

test('a provider that declines at once gives a reason', async () => {
  answer = {
    kind: 'error',
    error: 'declined',
    message: 'Not enough money.',
    reason: 'insufficientFunds',
    detail: 'code 51',
  };
  const token = await server.token({ playerId: uuidv7() });
  expect((await server.call('deposit-create', order, { token })).status).toBe(422);
  const { body } = await server.call('deposit-list', {}, { token });
  expect(body.deposits).toMatchObject([{ status: 'DECLINED', declineReason: 'insufficientFunds' }]);
});

test('a later decline gives it, too: to the player, the operator and the webhook', async () => {
  answer = { kind: 'accepted', providerReference: uuidv7(), step: null };
  const token = await server.token({ playerId: uuidv7() });
  const { depositId } = (await server.call('deposit-create', order, { token })).body;
  const socket = await connected(openSocket(server.url, token));
  const request = { depositId, paymentMethod: 'card' };
  expect((await callOverSocket(socket, 'deposit-status', request)).body).not.toHaveProperty(
    'declineReason',
  );
  payments = [
    {
      kind: 'payment',
      providerReference: uuidv7(),
      depositId,
      status: 'declined',
      paid: null,
      fee: null,
      declineReason: 'expiredCard',
    },
  ];
  const push = nextPush(socket, 'deposit.status');
  await server.later(60_000, () => followUpDeposits(server.core));
  const declined = { declineReason: 'expiredCard' };
  expect(await push).toMatchObject({ word: 'DECLINED', ...declined });
  socket.close();
  expect((await server.call('deposit-status', request, { token })).body).toMatchObject(declined);
  expect((await server.call('deposit-get', { depositId }, { token })).body.deposit).toMatchObject(
    declined,
  );
  const operator = await createOperator(server, { brandId: 'kassa' });
  expect((await operator.ask('deposits-show', { depositId })).body).toMatchObject(declined);
});

test('money that arrives nevertheless removes the reason', async () => {
  answer = { kind: 'accepted', providerReference: uuidv7(), step: null };
  const token = await server.token({ playerId: uuidv7() });
  const { depositId } = (await server.call('deposit-create', order, { token })).body;
  const request = { depositId, paymentMethod: 'card' };
  const payment = { kind: 'payment' as const, providerReference: uuidv7(), depositId, fee: null };
  payments = [{ ...payment, status: 'declined', paid: null, declineReason: 'technical' }];
  await server.later(60_000, () => followUpDeposits(server.core));
  expect((await server.call('deposit-status', request, { token })).body).toMatchObject({
    declineReason: 'technical',
  });
  payments = [{ ...payment, status: 'approved', paid: { amount: '50', currency: 'EUR' } }];
  await server.later(24 * 3600_000, () => followUpDeposits(server.core));
  const { body } = await server.call('deposit-status', request, { token });
  expect(body.status).toBe('PAYED');
  expect(body).not.toHaveProperty('declineReason');
});
