import { altchaChallengeSchema, payeeSchema } from '@kassa/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Connector } from '../../connectors/connector.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { openInBrowser } from '../../testing/open-in-browser.ts';
import { readAllRows } from '../../testing/stored-rows.ts';
import { makeOwner, type Owner } from '../../testing/subjects/make-subject.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
const logLines: string[] = [];

beforeAll(async () => {
  const secrets = [`whsec_${Buffer.alloc(32, 7).toString('base64')}`];
  const webhook = { url: 'http://127.0.0.1:9/hooks', secrets };
  server = await startTestServer({}, { brand: { webhook }, logLines });
  const catalog = server.core.catalogOf('kassa');
  const method = catalog.methods.find(({ name }) => name === order.paymentMethod);
  if (method === undefined) throw new Error('The catalogue of tests has no P2P method');
  const byPhone = { ...method, name: 'bkash_p2p', needsConfirmationId: true };
  server.core.catalogOf = () => ({ ...catalog, methods: [...catalog.methods, byPhone] });
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

const order = { amount: '50', currency: 'EUR', paymentMethod: 'p2p_transfer' };
const refused = { status: 422, body: { error: { code: 'captcha_required' } } };

const create = ({ token }: Pick<Owner, 'token'>, over: object = {}, key = uuidv7()) =>
  server.call('deposit-create-p2p', { ...order, captchaBypass: true, ...over }, { token, key });

const listDeposits = async ({ token }: Pick<Owner, 'token'>) =>
  (await server.call('deposit-list', {}, { token })).body.deposits;

async function loadStatus(player: Owner, depositId: string): Promise<string> {
  const { paymentMethod } = order;
  const { body } = await server.call('deposit-status', { depositId, paymentMethod }, player);
  return body.status;
}

async function findPayment(depositId: string) {
  const { body } = await server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
  return body;
}

/** Pays like a person: in the form of the simulated bank. */
async function payAtBank(account: string): Promise<void> {
  const fields = { account, amount: '50', currency: 'EUR', text: '', payerName: 'Sam Sample' };
  const body = new URLSearchParams({ ...fields, action: 'pay' });
  const page = await fetch(`${server.sandbox.url}/bank`, { method: 'POST', body });
  expect(page.status).toBe(200);
}

/** Solves the response of `captcha-challenge` like an ALTCHA widget. */
async function solve(token: string): Promise<{ altcha: string }> {
  const { body } = await server.call('captcha-challenge', {}, { token });
  const challenge = altchaChallengeSchema.parse(body.challenge);
  const solution = await solveChallenge({ challenge, deriveKey });
  const payload = JSON.stringify({ challenge, solution });
  return { altcha: Buffer.from(payload).toString('base64') };
}

test('a captcha that fails or expires is solved again with the same key, for one deposit', async () => {
  const player = { token: await server.token({ playerId: uuidv7() }) };
  const noBypass = { captchaBypass: undefined };
  const key = uuidv7();
  expect(await create(player, noBypass, key)).toMatchObject(refused);
  expect(await create(player, { captchaBypass: true }, key)).toMatchObject(refused);
  const stale = await solve(player.token);
  const halfAnHourMs = 30 * 60_000;
  await server.later(halfAnHourMs, async () => {
    expect(await create(player, { ...noBypass, ...stale }, key)).toMatchObject(refused);
  });
  expect(await listDeposits(player)).toEqual([]);
  const fresh = { ...noBypass, ...(await solve(player.token)) };
  const { status, body } = await create(player, fresh, key);
  expect(status).toBe(200);
  // The response was lost: the request is repeated with its used solution.
  expect((await create(player, fresh, key)).body).toEqual(body);
  expect(await create(player, fresh)).toMatchObject(refused);
  expect(await listDeposits(player)).toHaveLength(1);
});

test('a method of another kind uses up no solution', async () => {
  const player = { token: await server.token({ playerId: uuidv7() }) };
  const solution = { captchaBypass: undefined, ...(await solve(player.token)) };
  const wrong = await create(player, { ...solution, paymentMethod: 'card' });
  expect(wrong.body.error.code).toBe('method.unavailable');
  expect((await create(player, solution)).status).toBe(200);
});

test('deposit-create needs the captcha of a P2P method as well', async () => {
  const { paymentMethod: paymentType, ...rest } = order;
  const { token } = await makeOwner(server, 'kassa');
  expect(await server.call('deposit-create', { ...rest, paymentType }, { token })).toMatchObject(
    refused,
  );
});

test('a deposit that is canceled while its provider answers ends, and is credited if paid', async () => {
  const connector = server.core.brands.get('kassa')?.accounts.get('sandbox')
    ?.connector as Connector;
  const before = connector.create;
  onTestFinished(() => void Object.assign(connector, { create: before }));
  const asked = Promise.withResolvers<void>();
  const answering = Promise.withResolvers<void>();
  connector.create = async (depositOrder) => {
    const outcome = await before(depositOrder);
    asked.resolve();
    await answering.promise;
    return outcome;
  };
  const player = await makeOwner(server, 'kassa');
  const created = create(player);
  await asked.promise;
  const [{ depositId }] = await listDeposits(player);
  const canceled = await server.call('deposit-cancel', { depositId }, player);
  expect(canceled.body).toMatchObject({ status: 'CANCELED' });
  answering.resolve();
  expect((await created).body.error.code).toBe('deposit.notOpen');
  const status = () => loadStatus(player, depositId);
  expect(await status()).toBe('CANCELED');
  const payment = await findPayment(depositId);
  expect(payment.status).toBe('canceled');
  expect(
    (await server.call('deposit-check', { paymentMethod: 'p2p_transfer' }, player)).body,
  ).toEqual({ exists: false });

  await payAtBank(payment.person.cardNumber);
  await expect.poll(status).toBe('PAYED');
  const { body } = await server.call('user-get', {}, player);
  expect(body.balanceData.primary.amount).toBe('50.00');
});

test("an envelope opens with its own deposit's id only", async () => {
  const player = await makeOwner(server, 'kassa');
  const [one, other] = [(await create(player)).body, (await create(player)).body];
  const { person } = await findPayment(one.depositId);
  const text = await openInBrowser(one.card.encoded, one.depositId);
  expect(payeeSchema.parse(JSON.parse(text))).toMatchObject({ number: person.cardNumber });
  await expect(openInBrowser(one.card.encoded, other.depositId)).rejects.toThrow();
});

test.each([
  ['p2p_transfer', 'cardNumber'],
  ['bkash_p2p', 'phone'],
])('of a P2P deposit by %s the %s is nowhere in clear text', async (paymentMethod, account) => {
  const player = await makeOwner(server, 'kassa');
  const key = uuidv7();
  const { body } = await create(player, { paymentMethod }, key);
  const { depositId } = body;
  const { person } = await findPayment(depositId);
  const confirmationId = '55512345';
  const responses = [
    body,
    (await create(player, { paymentMethod }, key)).body,
    (await server.call('deposit-check', { paymentMethod }, player)).body,
    (await server.call('deposit-get', { depositId }, player)).body,
    (await server.call('deposit-complete', { depositId, confirmationId }, player)).body,
    await listDeposits(player),
  ];
  await payAtBank(person[account]);
  await expect.poll(() => loadStatus(player, depositId)).toBe('PAYED');
  responses.push((await server.call('deposit-receipt', { depositId }, player)).body);
  const rows = await readAllRows(server.core.db, { except: [] });
  expect(rows.webhook_events).not.toEqual([]);
  expect(rows.idempotency_keys).not.toEqual([]);
  const everywhere = JSON.stringify([rows, responses, logLines]);
  for (const detail of [person[account], person.holder, confirmationId]) {
    expect(detail).toBeTypeOf('string');
    expect(everywhere).not.toContain(detail);
  }
});
