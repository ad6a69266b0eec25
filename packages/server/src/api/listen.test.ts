import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { buildApp } from './app.ts';
import { guardConnections } from './connection-guard.ts';
import { listen, originOf } from './listen.ts';
import { buildRateLimits } from './rate-limits.ts';
import { defaultTimeouts } from './timeouts.ts';

const apps: ReturnType<typeof buildApp>[] = [];

const build = () => {
  const app = buildApp({
    logLevel: 'silent',
    publicUrl: 'http://localhost',
    isTrustedProxy: () => false,
  });
  apps.push(app);
  return app;
};

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

test('names the setting of a port that another program uses', async () => {
  const first = build();
  await listen(first, '127.0.0.1', 0);
  const { port } = first.server.address() as AddressInfo;
  await expect(listen(build(), '127.0.0.1', port)).rejects.toThrow(
    `Port ${port} is used by another program: stop it, or set PORT.`,
  );
  await expect(listen(build(), '127.0.0.1', port, 'OPERATOR_')).rejects.toThrow(
    'or set OPERATOR_PORT.',
  );
});

test.each(['192.0.2.1', 'no-such-host.invalid'])('refuses %s as its host', async (host) => {
  await expect(listen(build(), host, 0, 'OPERATOR_')).rejects.toThrow(
    `OPERATOR_HOST "${host}" is no address of this machine.`,
  );
});

const further = '127.0.0.2';
const resolveTwo = async () => [{ address: '127.0.0.1' }, { address: further }];

/** Returns the status and content of a response, or the code of the connection's error. */
const ask = (host: string, port: number, agent: Agent | false = false) =>
  new Promise<string>((resolve) => {
    get({ host, port, agent }, async (response) => {
      resolve(`${response.statusCode} ${await text(response)}`);
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });

test('localhost has the same server on all its addresses, until the app closes', async () => {
  const app = build();
  app.get('/', async () => 'done');
  const limits = buildRateLimits(null, 1 / 2000);
  const isTrustedProxy = () => false;
  guardConnections(app.server, app, { limits, isTrustedProxy, timeouts: defaultTimeouts });
  await listen(app, 'localhost', 0, '', resolveTwo);
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  expect(await ask(further, port, agent)).toBe('200 done');
  // An address may open one connection in 10 seconds here, to both together.
  expect(await ask('127.0.0.1', port)).toBe('ECONNRESET');
  expect(await ask(further, port)).toBe('ECONNRESET');
  // The idle connection is closed, too.
  await app.close();
  for (const host of ['127.0.0.1', further]) expect(await ask(host, port)).toBe('ECONNREFUSED');
});

test('finishes the requests of every address before it has closed', async () => {
  const app = build();
  const order: string[] = [];
  app.addHook('onResponse', async () => void order.push('answered'));
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    app.get('/', async () => {
      resolve();
      await new Promise<void>((done) => {
        answer = done;
      });
      return 'done';
    });
  });
  await listen(app, 'localhost', 0, '', resolveTwo);
  const { port } = app.server.address() as AddressInfo;
  const answered = ask(further, port);
  await asked;
  const closed = app.close().then(() => order.push('closed'));
  await expect.poll(() => ask(further, port)).toBe('ECONNREFUSED');
  answer();
  expect(await answered).toBe('200 done');
  await closed;
  expect(order).toEqual(['answered', 'closed']);
});

test('leaves out a further address that can not be used', async () => {
  const app = build();
  const unusable = async () => [{ address: '127.0.0.1' }, { address: '192.0.2.1' }];
  await listen(app, 'localhost', 0, '', unusable);
  await app.close();
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:'],
  ['localhost', 'http://localhost:'],
  ['0.0.0.0', 'http://localhost:'],
])('an app that listens on %s is reached at %s', async (host, origin) => {
  const app = build();
  await listen(app, host, 0);
  const { port } = app.server.address() as AddressInfo;
  expect(originOf(app, host)).toBe(`${origin}${port}`);
});
