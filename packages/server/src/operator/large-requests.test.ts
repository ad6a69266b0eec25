import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { endpoints } from './dispatch/endpoints.ts';

let server: TestServer;
let operator: OperatorClient;

beforeAll(async () => {
  server = await startTestServer();
  operator = await createOperator(server);
});

afterAll(() => server.stop());

const path = '/operator/v1/reconciliation/settlements?connector=sandbox&day=2026-11-20';
const mebibyte = 1024 * 1024;

/**
 * Announces a body, sends only its first line, and returns the response that arrives before the
 * rest.
 */
async function beginRequest(key: string | null, { bytes = 8 * mebibyte, type = 'text/csv' } = {}) {
  const begun = request(`${server.operatorUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': type,
      'content-length': bytes,
      'idempotency-key': 'large',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
  });
  begun.on('error', () => {});
  begun.write('id,amount,currency\n');
  const [response] = (await once(begun, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  begun.destroy();
  return { status: response.statusCode, ...JSON.parse(text).error };
}

test('a request without a valid key is rejected before the body is read', async () => {
  expect(await beginRequest(null)).toMatchObject({ status: 401, code: 'key.invalid' });
  const unknown = `kop_${'0'.repeat(32)}_${'A'.repeat(43)}`;
  expect(await beginRequest(unknown)).toMatchObject({ status: 401, code: 'key.invalid' });
});

test('a request whose key lacks the scope is rejected then, too, and logged', async () => {
  const weak = await createOperator(server, { scopes: ['read'] });
  expect(await beginRequest(weak.key)).toMatchObject({ status: 403, code: 'scope.missing' });
  const { body } = await operator.ask('acts-list', { keyId: weak.keyId });
  expect(body.items).toMatchObject([
    {
      action: 'reconciliation-import',
      outcome: 'refused',
      errorCode: 'scope.missing',
      request: {},
    },
  ]);
});

test('a file over 10 MiB, and any other body, is rejected before it is read', async () => {
  expect(await beginRequest(operator.key, { bytes: 11 * mebibyte })).toMatchObject({
    status: 413,
    code: 'request.tooLarge',
    message: `The request has more than ${10 * mebibyte} bytes.`,
  });
  expect(await beginRequest(operator.key, { type: 'application/json' })).toMatchObject({
    status: 400,
    code: 'request.malformed',
  });
});

test('no other endpoint accepts more than 64 KiB', () => {
  const large = [...endpoints].filter(([, { file }]) => file !== undefined);
  expect(large.map(([name]) => name)).toEqual([
    'payout-files-import-answer',
    'reconciliation-import',
    'statements-import',
    'statements-preview',
  ]);
});

test('the log of a rejected request is short, and has nothing of an invalid one', async () => {
  const weak = await createOperator(server, { scopes: ['keys', 'bonuses'] });
  const games = Array.from({ length: 300 }, (_, index) => `game ${index} ${'x'.repeat(150)}`);
  const bonus = { kind: 'freespin', title: 'Spins', currency: 'EUR', minDeposit: '1', games };
  const rest = { mustAccrueBefore: '2099-01-01T00:00:00Z', reason: 'a good reason' };
  await weak.ask('bonuses-offer', { player: 'nobody', ...bonus, ...rest });
  await weak.ask('bonuses-offer', { player: 'nobody', cvv: '123', reason: 'x'.repeat(60_000) });
  const { body } = await operator.ask('acts-list', { keyId: weak.keyId });
  expect(body.items).toMatchObject([
    { errorCode: 'request.invalid', subjectId: 'nobody', request: {} },
    {
      errorCode: 'player.notFound',
      request: { title: 'Spins', games: '(left out)', reason: 'a good reason' },
    },
  ]);
});
