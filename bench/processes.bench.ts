// Two server processes behind haproxy, with Redis, at 100 deposits a second: first undisturbed,
// then with one of them killed every few seconds. The difference is what a kill costs the players
// in time; no money may be lost.
import { setTimeout as delay } from 'node:timers/promises';
import { checkLedger } from '@kassa/server';
import { runDepositLoad, startCluster } from '@kassa/server/testing';
import { findCluster } from '../scripts/find-cluster.mjs';
import { describeMachine } from './measuring/machine.ts';
import { defineBenchmark, type Own } from './measuring/run-benchmark.ts';
import { describeTimes, percentile } from './measuring/statistics.ts';

/** A push that takes longer counts as missing. */
const timeoutMs = 60_000;

type Cluster = Awaited<ReturnType<typeof startCluster>>;
type Deposits = Awaited<ReturnType<typeof runDepositLoad>>;

interface Size {
  depositsPerSecond: number;
  playerCount: number;
  warmUpMs: number;
  /** The time of the deposits without kills, and of those with them. */
  phaseMs: number;
  /** The time between two kills, in addition to the restart. */
  pauseMs: number;
}

export default defineBenchmark<Size>({
  whole: {
    depositsPerSecond: 100,
    playerCount: 200,
    warmUpMs: 5_000,
    phaseMs: 30_000,
    pauseMs: 3_000,
  },
  short: { depositsPerSecond: 10, playerCount: 20, warmUpMs: 500, phaseMs: 3_000, pauseMs: 500 },
  findMissing: () => findCluster().missing.filter((name) => name !== 'nginx'),
  measure,
});

async function measure(own: Own, size: Size): Promise<void> {
  const machine = describeMachine();
  const cluster = await own(
    () => startCluster({ RATE_LIMIT_SCALE: '1000' }),
    (started) => started.end(),
  );
  await play(cluster, size, size.warmUpMs);
  const calm = await play(cluster, size, size.phaseMs);
  let isOver = false;
  const playing = play(cluster, size, size.phaseMs).finally(() => {
    isOver = true;
  });
  // If one of the two fails, the other isn't awaited.
  playing.catch(() => {});
  const kills = await killUntil(cluster, size, () => isOver);
  const killed = await playing;
  report(machine, size, { calm, killed, kills });
  await requireCredited(cluster, [...calm, ...killed]);
}

function play(
  cluster: Cluster,
  { depositsPerSecond, playerCount }: Size,
  forMs: number,
): Promise<Deposits> {
  const isOver = (elapsedMs: number) => elapsedMs >= forMs;
  return runDepositLoad(cluster, { depositsPerSecond, playerCount, timeoutMs, isOver });
}

async function killUntil(
  cluster: Cluster,
  { phaseMs, pauseMs }: Size,
  isOver: () => boolean,
): Promise<number> {
  let kills = 0;
  const startedAt = performance.now();
  while (!isOver() && performance.now() - startedAt < phaseMs) {
    for (const { process, untilUsed } of cluster.servers) {
      await delay(pauseMs);
      await process.kill();
      await process.start();
      await untilUsed();
      kills += 1;
    }
  }
  return kills;
}

function report(
  machine: string,
  { depositsPerSecond, phaseMs }: Size,
  { calm, killed, kills }: { calm: Deposits; killed: Deposits; kills: number },
): void {
  console.log(
    `\nProcesses: two behind haproxy, ${depositsPerSecond} deposits/s over ${phaseMs / 1000} s`,
  );
  console.log(`  ${machine}`);
  console.log(`  undisturbed ${describe(calm)}`);
  console.log(`  ${String(kills).padStart(2)} kills    ${describe(killed)}`);
  const ratio = (share: number) =>
    (percentile(pushTimes(killed), share) / percentile(pushTimes(calm), share)).toFixed(2);
  console.log(
    `  ratio       p50 ${ratio(0.5)}, p99 ${ratio(0.99)} of the undisturbed time to the push`,
  );
}

function describe(deposits: Deposits): string {
  const again = deposits.filter(({ attempts }) => attempts > 1).length;
  const withoutPush = deposits.filter(({ pushMs }) => pushMs === null).length;
  return (
    `${deposits.length} deposits, ${again} retried, ${withoutPush} without a push; ` +
    `paid to push ${describeTimes(pushTimes(deposits))}; ` +
    `deposit-create ${describeTimes(deposits.map(({ createMs }) => createMs))}`
  );
}

function pushTimes(deposits: Deposits): number[] {
  return deposits.map(({ pushMs }) => pushMs ?? timeoutMs);
}

/** Checks that each deposit was credited once and pushed, and that the ledger holds. */
async function requireCredited({ db }: Cluster, deposits: Deposits): Promise<void> {
  const rows = await db
    .selectFrom('payments')
    .select('deposit_id')
    .where('status', '=', 'credited')
    .execute();
  const credited = new Map<string, number>();
  for (const { deposit_id: id } of rows) credited.set(id, (credited.get(id) ?? 0) + 1);
  const wrong = deposits.filter(
    ({ depositId, pushMs }) => credited.get(depositId) !== 1 || pushMs === null,
  );
  const problems = await checkLedger(db);
  if (wrong.length > 0 || problems.length > 0) {
    throw new Error(
      `Deposits were lost, credited twice or not pushed: ${JSON.stringify([wrong, problems])}`,
    );
  }
  console.log('  every deposit was credited once and pushed, and the ledger holds');
}
