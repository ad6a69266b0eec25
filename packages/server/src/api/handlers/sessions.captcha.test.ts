import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import { solveCaptcha } from '../../testing/solve-captcha.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const guarded = buildMethod('guarded', { countries: '*', needsCaptcha: true });
  const catalog = server.core.catalogOf('kassa');
  server.core.catalogOf = () => ({ ...catalog, methods: [guarded] });
});

afterAll(() => server.stop());

const order = { amount: '50', currency: 'EUR', paymentType: 'guarded' };

const solve = (token: string) => solveCaptcha(server, token);

test('the offer tells the widget which methods require a captcha', async () => {
  const { body } = await server.call('methods-payment-v3', { country: 'de', currency: 'EUR' });
  expect(body.methods).toEqual([expect.objectContaining({ needsCaptcha: true })]);
});

test('a deposit requires an unused solution, and a repeated request needs no second one', async () => {
  const token = await server.token({ playerId: uuidv7() });
  const key = uuidv7();
  const refused = await server.call('deposit-create', order, { token, key });
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'captcha_required' } } });
  const request = { ...order, altcha: await solve(token) };
  // The rejected request claimed nothing: the key is free for the request with a solution (§8).
  const first = await server.call('deposit-create', request, { token, key });
  expect(first.status).toBe(200);
  expect(await server.call('deposit-create', request, { token, key })).toEqual(first);
  const replayed = await server.call('deposit-create', request, { token });
  expect(replayed).toMatchObject({ status: 422, body: { error: { code: 'captcha_required' } } });
});

test("another player's solution is rejected", async () => {
  const altcha = await solve(await server.token({ playerId: uuidv7() }));
  const token = await server.token({ playerId: uuidv7() });
  const reply = await server.call('deposit-create', { ...order, altcha }, { token });
  expect(reply).toMatchObject({ status: 422, body: { error: { code: 'captcha_required' } } });
});

test('two concurrent requests with one solution make one deposit', async () => {
  const token = await server.token({ playerId: uuidv7() });
  const request = { ...order, altcha: await solve(token) };
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => server.call('deposit-create', request, { token })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
});
