import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFields } from '../../ground/encryption/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
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
