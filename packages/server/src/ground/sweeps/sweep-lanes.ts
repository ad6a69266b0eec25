import { setTimeout as delay } from 'node:timers/promises';

/** A run begins nothing after this: the next one goes on, in whichever process takes it. */
const budgetMs = 20_000;
/** A lane whose batch took longer waits for somebody who hangs: it gets one batch per run. */
const slowMs = 5_000;
/** As long as one lane hangs, the others are looked at again after this. */
const lookAgainMs = 1_000;

/** What is due, in lanes that don't wait for each other. */
interface Lanes<Lane> {
  find: () => Promise<Lane[]>;
  /** Works off the oldest of a lane; returns how many there were. */
  workBatch: (lane: Lane) => Promise<number>;
  /** As many as a batch has when there may be more. */
  batchSize: number;
}

/**
 * One run of a sweep: works off all lanes at once, batch after batch until they are empty, within a
 * budget of time. Returns how many were worked off. Any number of runs may go on at once, as long as a
 * batch is taken by one of them alone.
 * @throws what `find` throws, or the first that a batch throws when all have ended.
 */
export async function sweepLanes<Lane>({
  find,
  workBatch,
  batchSize,
}: Lanes<Lane>): Promise<number> {
  const startedAt = performance.now();
  const isInTime = () => performance.now() - startedAt < budgetMs;
  const busy = new Map<string, Promise<void>>();
  const slow = new Set<string>();
  const failures: unknown[] = [];
  let count = 0;
  const work = async (key: string, lane: Lane) => {
    for (;;) {
      const begunAt = performance.now();
      const taken = await workBatch(lane);
      count += taken;
      if (performance.now() - begunAt > slowMs) slow.add(key);
      if (taken < batchSize || slow.has(key) || !isInTime()) return;
    }
  };
  do {
    for (const lane of isInTime() ? await find() : []) {
      const key = JSON.stringify(lane);
      if (busy.has(key) || slow.has(key)) continue;
      const working = work(key, lane)
        .catch((error: unknown) => {
          slow.add(key);
          failures.push(error);
        })
        .finally(() => busy.delete(key));
      busy.set(key, working);
    }
    await settleWithin(lookAgainMs, [...busy.values()]);
  } while (busy.size > 0);
  if (failures.length > 0) throw failures[0];
  return count;
}

async function settleWithin(ms: number, work: Promise<void>[]): Promise<void> {
  const waiting = new AbortController();
  const timer = delay(ms, undefined, { signal: waiting.signal }).catch(() => {});
  await Promise.race([Promise.all(work), timer]);
  waiting.abort();
}
