import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
import { buildDrain } from './drain.ts';
import { registerProviderNotifications } from './provider-notifications.ts';
import { buildRateLimits, type RateLimits } from './rate-limits.ts';

test('notifications count by brand and connector; made-up names share one counter', async () => {
  const server = await startTestServer();
  const counted: string[] = [];
  const limits: RateLimits = {
    ...buildRateLimits(null, 1),
    take: async (rule, ...who) => {
      counted.push([rule, ...who].join(' '));
    },
  };
  const app = Fastify();
  registerProviderNotifications(app, server.core, buildDrain(), limits);
  const notify = async (names: string) => {
    counted.length = 0;
    const url = `/api/providers/${names}/notifications`;
    const { statusCode } = await app.inject({ method: 'POST', url, payload: {} });
    return [statusCode, ...counted];
  };
  const address = '127.0.0.1';
  const unauthenticated = `unauthenticated ${address}`;
  const known = (names: string) => [401, `notifications ${names} ${address}`, unauthenticated];
  const unknown = [404, `notifications unknown ${address}`, unauthenticated];
  expect(await notify('kassa/sandbox')).toEqual(known('kassa sandbox'));
  expect(await notify('other/sandbox')).toEqual(known('other sandbox'));
  for (const names of ['kassa/made-up', 'nobody/sandbox', `kassa/${'x'.repeat(90)}`]) {
    expect(await notify(names)).toEqual(unknown);
  }
  await app.close();
  await server.stop();
});
