import { createHash } from 'node:crypto';
import { CallError } from '@kassa/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { buildCaller } from '../../testing/build-caller.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { buildVault } from '../encryption/vault.ts';
import { purgeKeys } from './keys.ts';
import { type CreatingWork, runOnce } from './run-once.ts';

let server: TestServer;
let core: Core;
let caller: Caller;

beforeAll(async () => {
  server = await startTestServer();
  core = server.core;
  caller = buildCaller('kassa', 'player', 'EUR', {
    playerId: await resolvePlayer(core.db, 'kassa', 'player'),
  });
});

afterAll(() => server.stop());

const attempt = () => ({ call: 'session-start', key: uuidv7(), request: { amount: '1' } }) as const;

/** Counts how often each half ran; `stumble` may throw in the second half. */
function countingWork(stumble: (finished: number) => void = () => {}) {
  const counts = { begun: 0, finished: 0 };
  const work: CreatingWork<string> = {
    begin: async () => {
      counts.begun += 1;
    },
    finish: async (resourceId) => {
      counts.finished += 1;
      stumble(counts.finished);
      return resourceId;
    },
  };
  return { counts, work };
}

test('after a crash takes over on the same resource, once the lease has expired', async () => {
  const { counts, work } = countingWork((finished) => {
    if (finished === 1) throw new Error('the process died here');
  });
  const same = attempt();
  await expect(runOnce(core, caller, same, work)).rejects.toThrow('died');
  // Too early: the first request might still be running.
  await expect(runOnce(core, caller, same, work)).rejects.toMatchObject({
    code: 'idempotency.inFlight',
  });
  const first = await server.later(16_000, () => runOnce(core, caller, same, work));
  expect(await runOnce(core, caller, same, work)).toBe(first);
  expect(counts).toEqual({ begun: 1, finished: 2 });
});

test('stays locked for as long as the first request takes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const begun = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<string>();
  const work: CreatingWork<string> = {
    begin: async () => {},
    finish: () => {
      begun.resolve();
      return slow.promise;
    },
  };
  const same = attempt();
  const lockedUntil = async () => {
    const row = await core.db
      .selectFrom('idempotency_keys')
      .select('locked_until')
      .where('key', '=', same.key)
      .executeTakeFirstOrThrow();
    return row.locked_until.getTime();
  };
  const first = runOnce(core, caller, same, work);
  await begun.promise;
  const taken = await lockedUntil();
  await server.later(14_000, async () => {
    vi.advanceTimersByTime(5_000);
    await expect.poll(lockedUntil).toBeGreaterThan(taken);
  });
  const again = () => runOnce(core, caller, same, work);
  await expect(server.later(16_000, again)).rejects.toMatchObject({ code: 'idempotency.inFlight' });
  slow.resolve('done');
  expect(await first).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('recognizes a request after a key rotation, and stores no unkeyed digest', async () => {
  const old = { id: 'old', secret: Buffer.alloc(32, 1) };
  const fresh = { id: 'fresh', secret: Buffer.alloc(32, 2) };
  const { counts, work } = countingWork();
  const same = attempt();
  const first = await runOnce({ ...core, vault: buildVault([old]) }, caller, same, work);
  const rotated = { ...core, vault: buildVault([fresh, old]) };
  expect(await runOnce(rotated, caller, same, work)).toBe(first);
  expect(counts.begun).toBe(1);
  const { request_hash } = await core.db
    .selectFrom('idempotency_keys')
    .select('request_hash')
    .where('key', '=', same.key)
    .executeTakeFirstOrThrow();
  const bare = createHash('sha256').update(JSON.stringify(same.request)).digest('hex');
  expect(request_hash).not.toBe(bare);
});

test('stores an answer with payment details sealed', async () => {
  const old = { id: 'old', secret: Buffer.alloc(32, 1) };
  const fresh = { id: 'fresh', secret: Buffer.alloc(32, 2) };
  const { counts, work } = countingWork();
  const secret = { ...work, isSecret: () => true };
  const same = attempt();
  const ring = { ...core, vault: buildVault([old]) };
  const first = await runOnce(ring, caller, same, secret);
  const { answer } = await core.db
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('key', '=', same.key)
    .executeTakeFirstOrThrow();
  expect(answer).toMatchObject({
    sealed: expect.stringMatching(/^s1\.old\./),
    // The part that the previous release reads.
    refusal: { code: 'idempotency.inFlight' },
  });
  expect(await runOnce(ring, caller, same, secret)).toBe(first);
  expect(counts.finished).toBe(1);
  const rotated = { ...core, vault: buildVault([fresh, old]) };
  expect(await runOnce(rotated, caller, same, secret)).toBe(first);
  expect(counts).toEqual({ begun: 1, finished: 1 });
});

test('stores a CallError as the answer', async () => {
  const { counts, work } = countingWork(() => {
    throw new CallError('provider.declined', 'no');
  });
  const same = attempt();
  for (let index = 0; index < 2; index += 1) {
    await expect(runOnce(core, caller, same, work)).rejects.toMatchObject({
      code: 'provider.declined',
    });
  }
  expect(counts).toEqual({ begun: 1, finished: 1 });
});

test('leaves no trace of a request that `begin` rejects', async () => {
  const same = attempt();
  const refusing: CreatingWork<string> = {
    begin: async () => {
      throw new CallError('amount.invalid', 'no');
    },
    finish: async () => 'never',
  };
  await expect(runOnce(core, caller, same, refusing)).rejects.toMatchObject({
    code: 'amount.invalid',
  });
  const { work } = countingWork();
  await expect(runOnce(core, caller, { ...same, request: {} }, work)).resolves.toBeTypeOf('string');
});

test('is deleted after seven days', async () => {
  const { counts, work } = countingWork();
  const same = attempt();
  await runOnce(core, caller, same, work);
  await server.later(6 * 86_400_000, () => purgeKeys(core));
  await runOnce(core, caller, same, work);
  expect(counts.begun).toBe(1);
  await server.later(8 * 86_400_000, () => purgeKeys(core));
  await runOnce(core, caller, same, work);
  expect(counts.begun).toBe(2);
});

test('deletes a large backlog in short statements', async () => {
  await sql`
    insert into idempotency_keys
      (brand_id, player_id, call, key, request_hash, resource_id, locked_until, created_at)
    select 'kassa', ${caller.playerId}, 'deposit-create', 'old ' || n, '', gen_random_uuid(), now(),
      '2020-01-01'::timestamptz from generate_series(1, 2500) n`.execute(core.db);
  const sizes: number[] = [];
  const watched = core.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      sizes.push(Number(result.numAffectedRows ?? 0));
      return result;
    },
  });
  await purgeKeys({ ...core, db: watched });
  expect(sizes.slice(0, 3)).toEqual([1000, 1000, 500]);
});

test("of two requests with one key, the second does not fail because the first used the captcha's solution", async () => {
  const { counts, work } = countingWork();
  let isUsed = false;
  const refused = Promise.withResolvers<void>();
  // Both verify before either has stored the key, as with a slow captcha provider.
  let verified = 0;
  const verify = async () => {
    verified += 1;
    await expect.poll(() => verified).toBe(2);
    if (isUsed) {
      refused.resolve();
      throw new CallError('captcha_required', 'used before');
    }
    isUsed = true;
  };
  // The first is about to store the key when the second fails: only the commit is left.
  const begin: typeof work.begin = async (tx, resourceId) => {
    await refused.promise;
    await work.begin(tx, resourceId);
  };
  const same = attempt();
  const results = await Promise.allSettled(
    [1, 2].map(() => runOnce(core, caller, same, { ...work, verify, begin })),
  );
  const codes = results.flatMap((it) => (it.status === 'rejected' ? [it.reason.code] : []));
  // At most the first one is still running.
  expect(codes.filter((code) => code !== 'idempotency.inFlight')).toEqual([]);
  expect(counts).toEqual({ begun: 1, finished: 1 });
  // A request with another key is verified again.
  await expect(
    runOnce(core, caller, attempt(), {
      ...work,
      verify: () => Promise.reject(new CallError('captcha_required', 'used before')),
    }),
  ).rejects.toMatchObject({ code: 'captcha_required' });
});

test('a repeated request is not verified again where that counts', async () => {
  const { counts, work } = countingWork();
  const verify = vi.fn(async () => {});
  const same = attempt();
  for (const request of [same, same, attempt()]) {
    await runOnce(core, caller, request, { ...work, verify, isCounted: true });
  }
  expect(verify).toHaveBeenCalledTimes(2);
  expect(counts).toEqual({ begun: 2, finished: 2 });
});

test('a player’s requests wait for each other without a connection, and other players go on', async () => {
  const { counts, work } = countingWork();
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const begin: typeof work.begin = async (tx, resourceId) => {
    begun.resolve();
    await release.promise;
    await work.begin(tx, resourceId);
  };
  // More than the pool has connections.
  const flood = Array.from({ length: 12 }, () =>
    runOnce(core, caller, attempt(), { ...work, begin }),
  );
  await begun.promise;
  const playerId = await resolvePlayer(core.db, 'kassa', 'another player');
  await runOnce(core, { ...caller, playerId }, attempt(), work);
  expect(counts.finished).toBe(1);
  release.resolve();
  await Promise.all(flood);
  expect(counts.finished).toBe(13);
});
