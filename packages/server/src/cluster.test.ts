import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findCluster } from '../../../scripts/find-cluster.mjs';
import { skipWithout } from '../../../scripts/skip-without.ts';
import { checkLedger } from './money/ledger/check-ledger.ts';
import { runDepositLoad } from './testing/deposit-load.ts';
import { isLongRun } from './testing/run-scale.ts';
import type { ServerProcess } from './testing/server-process.ts';
import { type Cluster, startCluster } from './testing/start-cluster.ts';

const missing = findCluster().missing.filter((name) => name !== 'nginx');
const { isSkipped, reason } = skipWithout(missing);

/** The minimum time of the load, and the minimum number of kills during it: both servers in turn. */
const least = isLongRun ? { ms: 20_000, restarts: 6 } : { ms: 5_000, restarts: 2 };
const depositsPerSecond = isLongRun ? 20 : 10;
const load = {
  depositsPerSecond,
  // No more than a server has connections: where the machine is busy, callers would wait for one, and
  // be asked to repeat after two seconds.
  mostAtOnce: 10,
  playerCount: 20,
  timeoutMs: 60_000,
};

describe.skipIf(isSkipped)(`two server processes behind haproxy, with Redis${reason}`, () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster();
  });

  afterAll(() => cluster?.end());

  /**
   * Players deposit while the servers are restarted in turn, at least for `ms` and for that many
   * restarts.
   */
  async function playAndRestart(
    { ms, restarts: leastRestarts }: typeof least,
    restart: (server: ServerProcess) => Promise<void>,
  ) {
    let restarts = 0;
    let isOver = false;
    // Also ends the load if a server doesn't restart in time.
    onTestFinished(() => {
      isOver = true;
    });
    const startedAt = performance.now();
    const playing = runDepositLoad(cluster, { ...load, isOver: () => isOver });
    // If the load fails, the restarts are not awaited, and vice versa.
    const failed = playing.then(() => {});
    while (!isOver && (restarts < leastRestarts || performance.now() - startedAt < ms)) {
      for (const { process, untilUsed } of cluster.servers) {
        await Promise.race([delay(1000), failed]);
        await restart(process);
        await untilUsed();
        restarts += 1;
      }
    }
    isOver = true;
    return { deposits: await playing, restarts };
  }

  /** Expects that each approved deposit was credited once, and that the ledger is consistent. */
  async function expectCredited(depositIds: string[]): Promise<void> {
    const credited = await cluster.db
      .selectFrom('payments')
      .select(['deposit_id', 'processed_amount', 'status'])
      .where('deposit_id', 'in', depositIds)
      .execute();
    expect(credited.map(({ deposit_id }) => deposit_id).sort()).toEqual([...depositIds].sort());
    expect(new Set(credited.map((it) => `${it.status} ${it.processed_amount}`))).toEqual(
      new Set(['credited 10.00']),
    );
    expect(await checkLedger(cluster.db)).toEqual([]);
  }

  test(`a server is killed every few seconds at ${depositsPerSecond} deposits a second: none is lost or doubled, every socket gets its push`, async () => {
    const { deposits, restarts } = await playAndRestart(least, async (it) => {
      await it.kill();
      await it.start();
    });
    expect(deposits.length).toBeGreaterThanOrEqual((depositsPerSecond * least.ms) / 1000);
    expect(deposits.filter(({ pushMs }) => pushMs === null)).toEqual([]);
    await expectCredited(deposits.map(({ depositId }) => depositId));
    const again = deposits.filter(({ attempts }) => attempts > 1).length;
    const slowestMs = Math.round(Math.max(...deposits.map(({ pushMs }) => pushMs ?? 0)));
    console.log(
      `${restarts} kills, ${deposits.length} deposits, ${again} retried; slowest push ${slowestMs} ms`,
    );
  }, 300_000);

  test('the servers are restarted one after the other: no request fails, every socket gets its push', async () => {
    const codes: (number | null)[] = [];
    const { deposits } = await playAndRestart({ ms: 5_000, restarts: 2 }, async (it) => {
      codes.push(await it.stop());
      await it.start();
    });
    expect(new Set(codes)).toEqual(new Set([0]));
    expect(deposits.filter(({ attempts }) => attempts > 1)).toEqual([]);
    expect(deposits.filter(({ pushMs }) => pushMs === null)).toEqual([]);
    await expectCredited(deposits.map(({ depositId }) => depositId));
  }, 300_000);
});
