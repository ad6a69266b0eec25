import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { setMethodSwitch } from '../../catalog/method-switches.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

const ask = async (request: Record<string, unknown>, claims: Record<string, string> = {}) => {
  const token = await server.token({ playerId: uuidv7(), ...claims });
  return server.call('bank-get', { payment_method: 'card', bin: '411111', ...request }, { token });
};

const visa = { name: 'Visa', iconId: 'card' };

test.each([
  ['411111', { scheme: visa, bank: { name: 'Sample Bank', country: 'de' } }],
  ['41111122', { scheme: visa, bank: { name: 'Sample Direct', country: null } }],
  ['986000', { scheme: { name: 'Humo', iconId: null }, bank: null }],
  ['000000', { scheme: null, bank: null }],
])('for the BIN %s it returns what the catalogue knows', async (bin, body) => {
  expect(await ask({ bin })).toMatchObject({ status: 200, body });
});

test('a withdrawal method is accepted as well', async () => {
  expect(await ask({ payment_method: 'payout' })).toMatchObject({ status: 200 });
});

test.each([
  ['is not there', { payment_method: 'gold' }, {}],
  [
    "is of another country than the player's",
    { payment_method: 'large_transfer' },
    { country: 'fr' },
  ],
])('a method that %s is rejected', async (_, request, claims) => {
  const { status, body } = await ask(request, claims);
  expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'method.unavailable' });
});

test('a method that is switched off is rejected', async () => {
  const { core } = server;
  const turn = (state: 'on' | 'off') =>
    core.db.transaction().execute((tx) =>
      setMethodSwitch(core, tx, 'kassa', 'payout', state, {
        reason: 'a test says so',
        actor: 'test',
        until: null,
      }),
    );
  await turn('off');
  onTestFinished(async () => void (await turn('on')));
  const { status, body } = await ask({ payment_method: 'payout' });
  expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'method.unavailable' });
});

test.each(['41111', '4111111111111111', 411111, '4111 11'])(
  '%j is rejected, and not repeated in the response',
  async (bin) => {
    const { status, body } = await ask({ bin });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'request.invalid', params: { field: 'bin' } });
    expect(JSON.stringify(body)).not.toContain(String(bin));
  },
);
