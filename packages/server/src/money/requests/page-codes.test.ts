import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Connector, PlayerStep } from '../../connectors/connector.ts';
import { runRetention } from '../../operator/data-protection/run-retention.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/* A provider with the page that the test names. */

const url = 'https://bank.example/pay';
const data = { token: 'secret' };
const posted: PlayerStep = { kind: 'page', method: 'POST', url, data };
const order = { amount: '50', currency: 'EUR', paymentType: 'card' };

let server: TestServer;
let connector: Connector;
let create: Connector['create'];
let step: PlayerStep;

beforeAll(async () => {
  server = await startTestServer();
  connector = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector as Connector;
  ({ create } = connector);
});

beforeEach(() => {
  step = posted;
  connector.create = async () => ({ kind: 'accepted', providerReference: uuidv7(), step });
});

afterEach(() => Object.assign(connector, { create }));

afterAll(() => server.stop());

/** Creates a deposit that waits on the provider's page. */
async function begin() {
  const token = await server.token({ playerId: uuidv7() });
  const { body } = await server.call('deposit-create', order, { token });
  const depositId: string = body.depositId;
  const ask = () => server.call('deposit-page-code', { depositId }, { token });
  const cancel = () => server.call('deposit-cancel', { depositId }, { token });
  return { depositId, ask, cancel };
}

/** Sends the code as `/form` does in a browser without a token. */
async function take(code: unknown, brand = 'kassa') {
  const response = await fetch(`${server.url}/${brand}/form`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const readRows = () => server.core.db.selectFrom('page_codes').selectAll().execute();

const unknown = { status: 404, body: { error: { code: 'deposit.notFound' } } };
const ended = { status: 409, body: { error: { code: 'deposit.notOpen' } } };

describe('a code', () => {
  test('opens the form that the provider wants, once', async () => {
    const { ask } = await begin();
    const { code } = (await ask()).body;
    const taken = await take(code);
    expect(taken).toMatchObject({ status: 200, body: { method: 'POST', url, fields: data } });
    expect(taken.headers.get('cache-control')).toBe('no-store');
    expect(await take(code)).toMatchObject(unknown);
  });

  test('works for only one of two simultaneous requests', async () => {
    const { ask } = await begin();
    const { code } = (await ask()).body;
    const both = await Promise.all([take(code), take(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('is a new one each time, and earlier ones stay valid', async () => {
    const { ask } = await begin();
    const codes = [(await ask()).body.code, (await ask()).body.code];
    expect(new Set(codes).size).toBe(2);
    for (const code of codes) expect((await take(code)).status).toBe(200);
  });

  test('opens a page of method GET, too', async () => {
    step = { kind: 'page', method: 'GET', url, data: { id: '7' } };
    const { ask } = await begin();
    const redirect = { method: 'GET', url: `${url}?id=7` };
    expect(await take((await ask()).body.code)).toMatchObject({ status: 200, body: redirect });
  });

  test('is not valid in another brand, and stays valid in its own', async () => {
    const { ask } = await begin();
    const { code } = (await ask()).body;
    expect(await take(code, 'other')).toMatchObject(unknown);
    expect((await take(code)).status).toBe(200);
  });

  test('expires, and is deleted', async () => {
    const { ask } = await begin();
    const { code } = (await ask()).body;
    await server.later(5 * 60_000, async () => expect(await take(code)).toMatchObject(unknown));
    await server.later(5 * 60_000 + 1, () => runRetention(server.core));
    expect(await readRows()).toEqual([]);
  });

  test('of a deposit that has ended meanwhile opens no page', async () => {
    const { ask, cancel } = await begin();
    const { code } = (await ask()).body;
    await cancel();
    expect(await take(code)).toMatchObject(ended);
  });

  test('is stored as a digest only', async () => {
    const { ask } = await begin();
    const { code } = (await ask()).body;
    const rows = await readRows();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

test.each([
  ['no code', undefined],
  ['a short code', 'abc'],
  ['a value that is no text', { $ne: '' }],
])('%s is rejected', async (_, code) => {
  expect(await take(code)).toMatchObject({
    status: 400,
    body: { error: { code: 'request.invalid' } },
  });
});

test('an invented code is unknown', async () => {
  expect(await take('A'.repeat(43))).toMatchObject(unknown);
});

describe('no code is issued', () => {
  test('for a deposit that has ended', async () => {
    const { ask, cancel } = await begin();
    await cancel();
    expect(await ask()).toMatchObject(ended);
  });

  test('for a deposit that has expired', async () => {
    const { depositId, ask } = await begin();
    await server.core.db
      .updateTable('deposits')
      .set({ expires_at: new Date() })
      .where('id', '=', depositId)
      .execute();
    expect(await ask()).toMatchObject(ended);
  });

  test('for a deposit that is paid on a page of the widget', async () => {
    step = { kind: 'code', pageId: 'pix', data: { qrCodeText: 'pix', lifetime: 900 } };
    expect(await (await begin()).ask()).toMatchObject(ended);
  });
});
