import { CallError } from '@kassa/contract';
import { expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { registerFailureAnswers } from './http-calls.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbGF5ZXItMSJ9.c2lnbmF0dXJl';
const card = '4242424242424242';

test('logs each API request once, with its reference, and never a token or a card number', async () => {
  const lines: string[] = [];
  const app = buildApp(
    { logLevel: 'info', isTrustedProxy: () => false },
    { stream: { write: (line) => lines.push(line) } },
  );
  registerFailureAnswers(app, { log: app.log });
  app.post('/api/banking/fail', async () => {
    throw new Error(`cannot charge ${card} for ${token}`);
  });
  app.get('/api/banking/refuse', async () => {
    throw new CallError('auth.tokenInvalid', 'no');
  });
  const headers = { authorization: `Bearer ${token}` };
  const failed = await app.inject({
    method: 'POST',
    url: `/api/banking/fail?Authorization=${token}`,
    headers,
    payload: { number: card, token },
  });
  await app.inject({ method: 'GET', url: `/api/banking/refuse?token=${token}`, headers });
  await app.close();

  expect(failed.statusCode).toBe(500);
  expect(failed.body).not.toContain(card);
  const written = lines.join('');
  expect(written).not.toContain(token);
  expect(written).not.toContain(card);
  expect(written).not.toContain('?');
  const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
  expect(answered.map(({ status, req }) => [status, req.path])).toEqual([
    [500, '/api/banking/fail'],
    [401, '/api/banking/refuse'],
  ]);
  expect(answered[0].reqId).toBe(failed.json().error.reference);
});
