import { setTimeout as delay } from 'node:timers/promises';

/**
 * After this time a run starts no batch; the next run continues, in whichever process claims it.
 */
const budgetMs = 20_000;
/**
 * A lane whose batch takes longer waits for a slow provider or wallet: it gets one batch per run.
 */
const slowMs = 5_000;
/** While one lane is slow, a run looks for due work in the other lanes this often. */
const recheckMs = 1_000;

/** Due rows, in lanes that don't wait for each other. */
interface Lanes<Lane> {
  find: () => Promise<Lane[]>;
  /** Works on the oldest rows of a lane; returns how many there were. */
  workBatch: (lane: Lane) => Promise<number>;
  /** A batch of this size means that there may be more rows. */
  batchSize: number;
}

/**
 * Runs a sweep once: works on all lanes in parallel, batch after batch until they are empty, within
 * a time budget. Returns the number of rows. Several runs may overlap, provided that each batch is
 * claimed by one run only.
 * @throws what `find` throws, or the first error of a batch after all batches have ended.
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
    await settleWithin(recheckMs, [...busy.values()]);
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
