import { type CallName, calls } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findCluster } from '../../../../scripts/find-cluster.mjs';
import { connectRedis, type Redis } from '../ground/redis/connect-redis.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { buildRateLimits, RateLimited, type RateLimits } from './rate-limits.ts';

const ada = { brandId: 'kassa', playerId: 'ada' };
const bob = { brandId: 'kassa', playerId: 'bob' };

/** How many calls go through before one is refused. */
async function countCalls(take: () => Promise<void>, atMost = 1000): Promise<number> {
  for (let count = 0; count < atMost; count += 1) {
    const refusal = await take().catch((error: unknown) => error);
    if (refusal instanceof RateLimited) return count;
    if (refusal !== undefined) throw refusal;
  }
  return atMost;
}

// What is counted is forgotten after some seconds, which a slow machine may take.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Each creates something, is a request to a provider, or leaves a row behind. */
const dear = new Set<CallName>([
  'deposit-complete',
  'deposit-create',
  'deposit-page-code',
  'deposit-prepare',
  'session-start',
  'withdrawal-create',
]);

test.each(Object.keys(calls) as CallName[])(
  '%s is counted by itself, by its cost',
  async (call) => {
    const limits = buildRateLimits(null, 1);
    const most = dear.has(call) ? 10 : 60;
    expect(await countCalls(() => limits.takeCall(ada, call, 'a'))).toBe(most);
    expect(await countCalls(() => limits.takeCall(bob, call, 'a'))).toBe(most);
    const other = call === 'user-get' ? 'deposit-status' : 'user-get';
    expect(await countCalls(() => limits.takeCall(ada, other, 'a'))).toBe(60);
  },
);

test('all calls of a player have a limit too', async () => {
  const limits = buildRateLimits(null, 1);
  const asked = ['user-get', 'deposit-status', 'deposit-limits', 'methods-payment-v3'] as const;
  const counts: number[] = [];
  for (const call of asked) counts.push(await countCalls(() => limits.takeCall(ada, call, 'a')));
  // Each refused one was counted as well.
  expect(counts).toEqual([60, 60, 60, 17]);
});

test("a player's flood leaves the neighbours behind the same address alone", async () => {
  const limits = buildRateLimits(null, 1);
  await countCalls(() => limits.takeCall(ada, 'user-get', 'shared'));
  for (let flood = 0; flood < 5000; flood += 1) {
    await limits.takeCall(ada, 'user-get', 'shared').catch(() => {});
  }
  expect(await countCalls(() => limits.takeCall(bob, 'user-get', 'shared'))).toBe(60);
});

test('an address has its own limit, however many players are behind it', async () => {
  const limits = buildRateLimits(null, 1);
  let player = 0;
  const next = () => {
    player += 1;
    return limits.takeCall({ brandId: 'kassa', playerId: `p${player}` }, 'user-get', 'busy');
  };
  expect(await countCalls(next, 10_000)).toBe(3000);
});

test('says after how many seconds to come back', async () => {
  const limits = buildRateLimits(null, 1);
  await countCalls(() => limits.take('unauthenticated', 'a'));
  const refusal = await limits.take('unauthenticated', 'a').catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: 'rate.limited',
    status: 429,
    retryAfterSeconds: 10,
    params: { seconds: '10' },
  });
});

/** In CI nothing may be missing: there its tests fail. */
const isMissing = !process.env.CI && findCluster().missing.includes('redis-server');
const suffix = isMissing ? ' (skipped, this machine lacks: redis-server)' : '';

describe.skipIf(isMissing)(`in Redis${suffix}`, () => {
  let redis: TestRedis;
  const links: Redis[] = [];

  beforeAll(async () => {
    redis = await startRedis();
  });
  beforeEach(() => void vi.useRealTimers());
  afterEach(async () => {
    for (const link of links.splice(0)) await link.close();
  });
  afterAll(() => redis.end());

  /** The limits of one more process, once it is connected: it may lose Redis for a moment later on. */
  async function startProcess() {
    const log = { info: vi.fn(), warn: vi.fn() };
    const link = connectRedis(redis.url, log);
    links.push(link);
    await expect.poll(() => log.info.mock.calls.length).toBeGreaterThanOrEqual(1);
    return { limits: buildRateLimits(link, 1), log };
  }

  const create = (limits: RateLimits, playerId: string) =>
    limits.takeCall({ brandId: 'kassa', playerId }, 'deposit-create', playerId);

  test('processes count together', async () => {
    const [{ limits: one }, { limits: other }] = [await startProcess(), await startProcess()];
    const countTogether = async () => {
      const player = uuidv7();
      for (let index = 0; index < 6; index += 1) await create(one, player);
      const left = await countCalls(() => create(other, player));
      return [left, await countCalls(() => create(one, player))];
    };
    await expect.poll(countTogether).toEqual([4, 0]);
  });

  test('goes on in memory while Redis is lost, and together again after', async () => {
    const { limits, log } = await startProcess();
    await redis.end();
    expect(await countCalls(() => create(limits, 'bob'))).toBeGreaterThanOrEqual(10);
    await expect.poll(() => log.warn.mock.calls.length).toBeGreaterThanOrEqual(1);
    await redis.start();
    await expect.poll(() => log.info.mock.calls.length).toBeGreaterThanOrEqual(2);
    const { limits: other } = await startProcess();
    const countTogether = async () => {
      const player = uuidv7();
      const count = await countCalls(() => create(limits, player));
      return [count, await countCalls(() => create(other, player))];
    };
    await expect.poll(countTogether).toEqual([10, 0]);
  });

  test('a Redis that hangs holds one call up for a second, and no further one', async () => {
    const { limits, log } = await startProcess();
    redis.freeze();
    try {
      await create(limits, 'dora');
      expect(log.warn).toHaveBeenCalled();
      // Who waited for Redis would never be told to wait no longer.
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      expect(await countCalls(() => create(limits, 'dora'))).toBeGreaterThanOrEqual(9);
    } finally {
      vi.useRealTimers();
      redis.thaw();
    }
    await expect.poll(() => log.info.mock.calls.length).toBeGreaterThanOrEqual(2);
  });
});
