import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { CallError } from '@kassa/contract';
import { expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { registerFailureAnswers } from './http-calls.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbGF5ZXItMSJ9.c2lnbmF0dXJl';
const card = '4242424242424242';

test('logs each API request once, with its reference, and never a token or a card number', async () => {
  const lines: string[] = [];
  const app = buildApp(
    { logLevel: 'info', isTrustedProxy: () => false, publicUrl: 'http://localhost' },
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
  await app.inject({ method: 'GET', url: '/operator/v1/persons/player-1' });
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
    [404, 'unknown'],
  ]);
  expect(answered[0].reqId).toBe(failed.json().error.reference);
});

test.each([
  ['https://pay.example', 'max-age=31536000'],
  ['http://localhost', undefined],
])(
  'behind %s every response has the security headers, whoever answers',
  async (publicUrl, hsts) => {
    const app = buildApp({ logLevel: 'silent', isTrustedProxy: () => false, publicUrl });
    registerFailureAnswers(app, { log: app.log });
    app.get('/page', (_, reply) => reply.type('text/html').send('<p>'));
    app.get('/failing', async () => {
      throw new Error('a bug');
    });
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const ask = async (line: string) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`${line}\r\nHost: kassa\r\nConnection: close\r\n\r\n`);
      const [status = '', ...rest] = (await text(socket)).split('\r\n\r\n')[0]?.split('\r\n') ?? [];
      const headers = new Map(rest.map((header) => header.split(': ') as [string, string]));
      return { status: Number(status.split(' ')[1]), headers };
    };
    for (const [line, status] of [
      ['GET /page HTTP/1.1', 200],
      ['GET /nothing HTTP/1.1', 404],
      ['GET /failing HTTP/1.1', 500],
      // The framework answers before any route and hook, and Node before the framework.
      ['GET /%zz HTTP/1.1', 400],
      ['nonsense', 400],
    ] as const) {
      const answer = await ask(line);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('permissions-policy')).toMatch(/payment=\(self\).*camera=\(\)/);
      expect(answer.headers.get('strict-transport-security')).toBe(hsts);
    }
    await app.close();
  },
);
