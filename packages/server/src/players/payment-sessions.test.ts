import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

const closing = { paymentMethod: 'card', paymentMethodText: 'Bank card' };

test('stores once that a page was closed during a creation, with its session', async () => {
  const token = await server.token({ playerId: uuidv7() });
  const order = { amount: '50', currency: 'EUR' };
  const { body } = await server.call('session-start', order, { token });
  const paymentSessionId = body.payment_session_id as string;
  const close = () =>
    server.call('session-form-on-close-modal', { ...closing, paymentSessionId }, { token });
  const closedAt = async () => {
    const { closed_at } = await server.core.db
      .selectFrom('payment_sessions')
      .select('closed_at')
      .where('id', '=', paymentSessionId)
      .executeTakeFirstOrThrow();
    return closed_at;
  };
  expect(await closedAt()).toBeNull();
  expect(await close()).toEqual({ status: 200, body: {} });
  const first = await closedAt();
  expect(first).toBeInstanceOf(Date);
  await server.later(60_000, close);
  expect(await closedAt()).toEqual(first);
});

test('stores nothing without a session, and ignores a player in the body', async () => {
  const answer = await server.call('session-form-on-close-modal', {
    ...closing,
    userId: 'someone',
  });
  expect(answer).toEqual({ status: 200, body: {} });
});
