import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { listen, originOf } from './listen.ts';

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
