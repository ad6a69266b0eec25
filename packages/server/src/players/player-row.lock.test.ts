import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

test("a player's concurrent calls wait for each other without a deadlock", async () => {
  const token = await server.token({ playerId: uuidv7() });
  const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
  await server.call('user-get', {}, { token });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.call('deposit-create', order, { token })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});
