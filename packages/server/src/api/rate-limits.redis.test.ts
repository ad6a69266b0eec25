import { afterEach, describe, expect, test } from 'vitest';
import { findCluster } from '../../../../scripts/find-cluster.mjs';
import { skipWithout } from '../../../../scripts/skip-without.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const missing = findCluster().missing.filter((name) => name === 'redis-server');
const { isSkipped, reason } = skipWithout(missing);

describe.skipIf(isSkipped)(`a server with Redis${reason}`, () => {
  const ends: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function startOnRedis(redis: TestRedis): Promise<TestServer> {
    const server = await startTestServer({ REDIS_URL: redis.url });
    ends.push(server.stop);
    return server;
  }

  async function expectServed(server: TestServer): Promise<void> {
    expect((await server.call('user-get', {})).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  }

  test('works while Redis is stopped, and afterwards', async () => {
    const redis = await startRedis();
    ends.push(redis.end);
    const server = await startOnRedis(redis);
    await expectServed(server);
    await redis.end();
    await expectServed(server);
    await redis.start();
    await expectServed(server);
  });

  test('works while Redis hangs', async () => {
    const redis = await startRedis();
    ends.push(redis.end);
    const server = await startOnRedis(redis);
    redis.freeze();
    try {
      await expectServed(server);
    } finally {
      redis.thaw();
    }
  });

  test('starts while Redis is unavailable', async () => {
    const redis = await startRedis();
    await redis.end();
    await expectServed(await startOnRedis(redis));
  });
});
