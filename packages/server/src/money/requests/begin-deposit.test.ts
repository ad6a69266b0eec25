import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openFields } from '../../ground/encryption/sealed.ts';
import { emptyProfile } from '../../players/player-profile.ts';
import { meetPlayer } from '../../testing/meet-player.ts';
import { createOperator } from '../../testing/operator-client.ts';
import { startOperatorEndpoint } from '../../testing/operator-endpoint.ts';
import { callOverSocket, connected, openSocket } from '../../testing/player-socket.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { followUpWithdrawals } from '../provider-events/follow-up-withdrawals.ts';

const createdSchema = z.looseObject({
  depositId: z.optional(z.string()),
  withdrawalId: z.optional(z.string()),
});

let server: TestServer;
const logLines: string[] = [];

beforeAll(async () => {
  const brand = {
    playerData: { send: ['name', 'birthDate'] },
    withdrawals: { approveUpTo: { EUR: '50' } },
  };
  server = await startTestServer({ TRUST_PROXY: '127.0.0.1' }, { brand, logLines });
});

afterAll(() => server.stop());

const create = async (fields: object, part: object = {}) =>
  server.call(
    'deposit-create',
    { amount: '50', currency: 'EUR', paymentType: 'card', fields, ...part },
    { token: await server.token({ playerId: uuidv7() }) },
  );

test('fields are stored trimmed, by their own names, without empty ones', async () => {
  const { body } = await create({ iban: ' DE89 ', holder: ' ', speed: 'express' });
  const { fields_sealed } = await server.core.db
    .selectFrom('deposits')
    .select('fields_sealed')
    .where('id', '=', body.depositId)
    .executeTakeFirstOrThrow();
  const context = { table: 'deposits' as const, brandId: 'kassa', id: body.depositId };
  expect(openFields(server.core.vault, context, fields_sealed)).toEqual({
    iban: 'DE89',
    speed: 'express',
  });
});

test.each([
  [{ phone: '+4915123456789' }, {}],
  // The form uses the prefix of the region that the player looks at.
  [{ phone: '+33612345678' }, { selectedCountry: 'fr' }],
])('%j is accepted with %j', async (fields, part) => {
  expect((await create(fields, part)).status).toBe(200);
});

test.each([
  [{ phone: '+33612345678' }, {}, 'banking.paymentMethodRegex', 'phone'],
  [{ speed: 'none' }, {}, 'banking.paymentMethodRegex', 'speed'],
  [{ iban: 'x'.repeat(129) }, {}, 'banking.paymentMethodRegex', 'iban'],
  [{ cvv: '123' }, {}, 'request.invalid', 'cvv'],
  // The limits of the chosen value, not the method's.
  [{ speed: 'express' }, { amount: '101' }, 'amount.aboveMax', undefined],
  [{ speed: 'express' }, { amount: '19' }, 'amount.belowMin', undefined],
])('%j is rejected with %j: %s', async (fields, part, code, field) => {
  const { body } = await create(fields, part);
  expect(body.error.code).toBe(code);
  expect(body.error.params.field).toBe(field);
});

test('a provider gets each field by its own name', async () => {
  const { body } = await create({ iban: 'DE89', speed: 'express' });
  const { player_id, return_url } = await server.core.db
    .selectFrom('deposits')
    .select(['player_id', 'return_url'])
    .where('id', '=', body.depositId)
    .executeTakeFirstOrThrow();
  // An identical request is the same payment at the provider; any other one is a conflict.
  const ask = (details: object) =>
    server.provider('POST', '/v1/payments', {
      merchantReference: body.depositId,
      amount: '50.00',
      currency: 'EUR',
      method: 'card',
      returnUrl: return_url,
      webhookUrl: `${server.url}/api/providers/kassa/sandbox/notifications`,
      customerId: player_id,
      details,
    });
  expect((await ask({ iban: 'DE89', 'transfer.speed': 'express' })).status).toBe(200);
  expect((await ask({ iban: 'DE89', speed: 'express' })).status).toBe(409);
});

test('a decline has the provider’s message, and the player corrects it in a new deposit', async () => {
  expect(await create({ iban: 'DE000000' })).toMatchObject({
    status: 422,
    body: { error: { code: 'banking.merchantClientError', message: /use another one/ } },
  });
  expect((await create({ iban: 'DE001234' })).status).toBe(200);
});

test.each(['zz', 'aq'])(
  'a region that the catalogue does not know is rejected: %s',
  async (region) => {
    const { body } = await create({}, { selectedCountry: region });
    expect(body.error.code).toBe('method.unavailable');
  },
);

test("a player's own country needs no entry in the catalogue", async () => {
  const token = await server.token({ playerId: uuidv7(), country: 'br' });
  const order = { amount: '50', currency: 'EUR', paymentType: 'card', selectedCountry: 'br' };
  expect((await server.call('deposit-create', order, { token })).status).toBe(200);
});

describe('the player of an order', () => {
  const person = {
    given_name: 'Zoë',
    family_name: '<b>Müller</b>',
    email: 'zoe@mail.example',
    birthdate: '1990-02-28',
  };
  const headers = {
    'user-agent': 'Firefox/140.0',
    'accept-language': 'pt-BR,pt;q=0.9',
    // The proxy, which is trusted, has added the second; the first is the client's own word.
    'x-forwarded-for': '6.6.6.6, 198.51.100.7',
  };
  const device = { ipAddress: '198.51.100.7', userAgent: 'Firefox/140.0', locale: 'pt-BR' };
  const profile = { ...emptyProfile, firstName: 'Zoë', birthDate: '1990-02-28' };
  const order = { amount: '50', currency: 'EUR', paymentType: 'card' };

  const spyOn = (
    connector = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector,
  ) => {
    if (!connector?.payouts) throw new Error('The test server has no connector "sandbox".');
    return {
      create: vi.spyOn(connector, 'create'),
      send: vi.spyOn(connector.payouts, 'send'),
    };
  };
  const post = async (name: string, token: string, body: object) => {
    const response = await fetch(`${server.url}/api/banking/${name}`, {
      method: 'POST',
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': uuidv7(),
      },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return createdSchema.parse(await response.json());
  };

  afterEach(() => vi.restoreAllMocks());

  test('is sent to the provider, the approval and nobody else, and is stored sealed', async () => {
    const { create } = spyOn();
    const brand = server.core.brands.get('kassa');
    const endpoint = await startOperatorEndpoint();
    endpoint.answer = () => ({ status: 200, body: { approved: true } });
    onTestFinished(() => endpoint.close());
    if (brand === undefined) throw new Error('The test server has no brand "kassa".');
    const { url, secret } = endpoint;
    brand.approval = { url, secrets: [secret], timeoutMs: 60_000, deposits: true, payouts: false };
    const token = await server.token({ playerId: uuidv7(), person });
    const created = await post('deposit-create', token, order);
    brand.approval = null;
    const player = { ...device, country: 'de', profile };
    expect(create.mock.calls.map(([sent]) => sent.player)).toEqual([player]);
    expect(endpoint.received.map(({ body }) => body)).toEqual([expect.objectContaining(device)]);
    const user = await server.call('user-get', {}, { token });
    for (const text of [JSON.stringify(created), JSON.stringify(user), await rowOf(created)]) {
      for (const trace of ['Zoë', '1990-02-28', '198.51.100.7', 'Firefox']) {
        expect(text).not.toContain(trace);
      }
    }
    const lines = logLines.filter((line) => line.includes("isn't understood"));
    expect(lines.map((line) => JSON.parse(line).unread)).toEqual([['family_name']]);
    expect(logLines.join('')).not.toMatch(/Zoë|Müller|zoe@|1990-02-28/);
    const operator = await createOperator(server);
    const { body } = await operator.ask('deposits-show', { depositId: created.depositId });
    expect(body.playerData).toEqual({
      ipAddress: '••••00.7',
      userAgent: '••••40.0',
      locale: '••••R',
      firstName: '••••ë',
      birthDate: '••••-28',
    });
  });

  test('is that of the socket over a socket, and goes on with further fields', async () => {
    const { create } = spyOn();
    const token = await server.token({ playerId: uuidv7(), person });
    const options = { extraHeaders: headers, query: { Language: 'es-MX' } };
    const socket = await connected(openSocket(server.url, token, options));
    onTestFinished(() => void socket.close());
    const fields = { iban: 'DE1111' };
    const first = await callOverSocket(socket, 'deposit-create', { ...order, fields }, uuidv7());
    const { depositId } = first.body as { depositId: string };
    const more = { ...order, depositId, fields: { smsCode: '804613' } };
    expect(await callOverSocket(socket, 'deposit-create', more, uuidv7())).toMatchObject({
      status: 200,
    });
    // The cashier speaks another language than the browser.
    const player = { ...device, locale: 'es-MX', country: 'de', profile };
    expect(create.mock.calls.map(([sent]) => sent.player)).toEqual([player, player]);
  });

  test('is sent with a payout, too', async () => {
    const { send } = spyOn();
    const player = await meetPlayer(server, uuidv7(), person);
    await player.pay();
    const { withdrawalId } = await post('withdrawal-create', player.token, {
      ...order,
      paymentType: 'payout',
    });
    await followUpWithdrawals(server.core);
    const sent = { ...device, country: 'de', profile };
    expect(send.mock.calls.map(([payout]) => payout)).toMatchObject([
      { withdrawalId, player: sent },
    ]);
    const operator = await createOperator(server);
    const { body } = await operator.ask('withdrawals-show', { withdrawalId });
    expect(body.playerData).toMatchObject({ firstName: '••••ë' });
  });
});

/** Returns a deposit's row as text. */
async function rowOf({ depositId = '' }: { depositId?: string | undefined }): Promise<string> {
  const row = await server.core.db
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow();
  return JSON.stringify(row);
}
