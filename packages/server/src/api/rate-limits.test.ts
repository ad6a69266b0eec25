import { type CallName, calls } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findCluster } from '../../../../scripts/find-cluster.mjs';
import { skipWithout } from '../../../../scripts/skip-without.ts';
import { connectRedis, type Redis } from '../ground/redis/connect-redis.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { buildRateLimits, RateLimited, type RateLimits } from './rate-limits.ts';

const ada = { brandId: 'kassa', playerId: 'ada' };
const bob = { brandId: 'kassa', playerId: 'bob' };

/** Counts the calls that succeed before one is rejected. */
async function countCalls(take: () => Promise<void>, atMost = 1000): Promise<number> {
  for (let count = 0; count < atMost; count += 1) {
    const refusal = await take().catch((error: unknown) => error);
    if (refusal instanceof RateLimited) return count;
    if (refusal !== undefined) throw refusal;
  }
  return atMost;
}

// Fake timers, since counts expire after some seconds of real time, which a slow machine may need.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Calls that create a resource, send a request to a provider, or leave a row behind. */
const expensive = new Set<CallName>([
  'deposit-claim',
  'deposit-complete',
  'deposit-create',
  'deposit-create-p2p',
  'deposit-create-sweepstake',
  'deposit-device-code',
  'deposit-page-code',
  'deposit-prepare',
  'external-deposit-continue',
  'name-enquiry',
  'session-start',
  'withdrawal-code',
  'withdrawal-create',
  'withdrawal-quote',
]);

test.each(Object.keys(calls) as CallName[])('%s has its own limit, by its cost', async (call) => {
  const limits = buildRateLimits(null, 1);
  const most = expensive.has(call) ? 10 : 60;
  expect(await countCalls(() => limits.takeCall(ada, call, 'a'))).toBe(most);
  expect(await countCalls(() => limits.takeCall(bob, call, 'a'))).toBe(most);
  const other = call === 'user-get' ? 'deposit-status' : 'user-get';
  expect(await countCalls(() => limits.takeCall(ada, other, 'a'))).toBe(60);
});

test('all calls of a player have a limit too', async () => {
  const limits = buildRateLimits(null, 1);
  const asked = ['user-get', 'deposit-status', 'deposit-limits', 'methods-payment-v3'] as const;
  const counts: number[] = [];
  for (const call of asked) counts.push(await countCalls(() => limits.takeCall(ada, call, 'a')));
  // The rejected calls were counted as well.
  expect(counts).toEqual([60, 60, 60, 17]);
});

test('the expensive calls of a player have a limit of the day, whichever they are', async () => {
  const limits = buildRateLimits(null, 1);
  const asked = ['deposit-create', 'session-start', 'withdrawal-quote'] as const;
  let count = 0;
  const next = async () => {
    count += 1;
    await vi.advanceTimersByTimeAsync(1000);
    await limits.takeCall(ada, asked[count % asked.length] ?? 'deposit-create', 'a');
  };
  expect(await countCalls(next, 3000)).toBe(2000);
  const refusal = await next().catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'rate.ofDay', status: 429, params: { seconds: '84399' } });
  await limits.takeCall(ada, 'deposit-status', 'a');
  await limits.takeCall(bob, 'deposit-create', 'a');
});

test('the bodies of files that a player sends have a limit of the day', async () => {
  const limits = buildRateLimits(null, 1);
  const send = () => limits.take('filesOfDay', ada.brandId, ada.playerId);
  expect(await countCalls(send)).toBe(60);
  await expect(send()).rejects.toMatchObject({ code: 'rate.ofDay', params: { seconds: '86400' } });
  await limits.take('filesOfDay', bob.brandId, bob.playerId);
});

test("a player's flood doesn't affect other players behind the same address", async () => {
  const limits = buildRateLimits(null, 1);
  await countCalls(() => limits.takeCall(ada, 'user-get', 'shared'));
  for (let flood = 0; flood < 5000; flood += 1) {
    await limits.takeCall(ada, 'user-get', 'shared').catch(() => {});
  }
  expect(await countCalls(() => limits.takeCall(bob, 'user-get', 'shared'))).toBe(60);
});

test('an address has its own limit, however many players share it', async () => {
  const limits = buildRateLimits(null, 1);
  let player = 0;
  const next = () => {
    player += 1;
    return limits.takeCall({ brandId: 'kassa', playerId: `p${player}` }, 'user-get', 'busy');
  };
  expect(await countCalls(next, 10_000)).toBe(3000);
});

test('tells after how many seconds to retry', async () => {
  const limits = buildRateLimits(null, 1);
  await countCalls(() => limits.take('unauthenticated', 'a'));
  const refusal = await limits.take('unauthenticated', 'a').catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: 'rate.limited',
    status: 429,
    params: { seconds: '10' },
  });
});

const missing = findCluster().missing.filter((name) => name === 'redis-server');
const { isSkipped, reason } = skipWithout(missing);

describe.skipIf(isSkipped)(`in Redis${reason}`, () => {
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

  /**
   * Returns the limits of another process, connected to Redis; it may lose the connection later.
   */
  async function startProcess() {
    const log = { info: vi.fn(), warn: vi.fn() };
    const link = connectRedis(redis.url, log);
    links.push(link);
    await expect.poll(() => log.info.mock.calls.length).toBeGreaterThanOrEqual(1);
    return { limits: buildRateLimits(link, 1), log };
  }

  const create = (limits: RateLimits, playerId: string) =>
    limits.takeCall({ brandId: 'kassa', playerId }, 'deposit-create', playerId);

  test('processes share their counts', async () => {
    const [{ limits: one }, { limits: other }] = [await startProcess(), await startProcess()];
    const countTogether = async () => {
      const player = uuidv7();
      for (let index = 0; index < 6; index += 1) await create(one, player);
      const left = await countCalls(() => create(other, player));
      return [left, await countCalls(() => create(one, player))];
    };
    await expect.poll(countTogether).toEqual([4, 0]);
  });

  test('counts in memory while Redis is unavailable, and shares counts again afterwards', async () => {
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

  test('a Redis that hangs delays one call by a second, and no further calls', async () => {
    const { limits, log } = await startProcess();
    redis.freeze();
    try {
      await create(limits, 'dora');
      expect(log.warn).toHaveBeenCalled();
      // With a fake setTimeout the timeout of the Redis command would never fire.
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      expect(await countCalls(() => create(limits, 'dora'))).toBeGreaterThanOrEqual(9);
    } finally {
      vi.useRealTimers();
      redis.thaw();
    }
    await expect.poll(() => log.info.mock.calls.length).toBeGreaterThanOrEqual(2);
  });
});
