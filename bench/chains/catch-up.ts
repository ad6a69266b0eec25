import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ChainLoad } from '@kassa/server/testing';
import type { GeneratedChain } from './generated-chain.ts';

const sampleMs = 50;

interface Memory {
  /** Of objects, in bytes. */
  heap: number;
  resident: number;
}

/** How a server caught up with its chain. */
export interface CatchUp {
  /** Until the last block was read. */
  readMs: number;
  /** From then until the payments of all blocks were credited. */
  creditMs: number;
  start: Memory;
  peak: Memory;
  /** Once everything was credited. */
  end: Memory;
}

/** Mines blocks at once, and lets the watcher run until it has read all of them. */
export async function catchUp(
  load: ChainLoad,
  chain: GeneratedChain,
  count: number,
): Promise<CatchUp> {
  const start = measure();
  const peak = { ...start };
  const note = () => {
    const { heapUsed, rss } = process.memoryUsage();
    peak.heap = Math.max(peak.heap, heapUsed);
    peak.resident = Math.max(peak.resident, rss);
  };
  const timer = setInterval(note, sampleMs);
  try {
    chain.height += count;
    const startedAt = performance.now();
    // A run ends after a while, so that the job's next one goes on.
    while (chain.lastRead.height < chain.height) {
      const { height } = chain.lastRead;
      await load.read();
      if (chain.lastRead.height === height) throw new Error('The watcher has paused.');
    }
    const { at } = chain.lastRead;
    const creditMs = performance.now() - at;
    return { readMs: at - startedAt, creditMs, start, peak, end: measure() };
  } finally {
    clearInterval(timer);
  }
}

/** Measures what is in use, without what is only not collected yet. */
function measure(): Memory {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed, resident: rss };
}
