import { type RumBatch, type RumItem, rumNames, widgetVersion } from '@kassa/contract';
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { createBatchQueue } from './batch-queue.ts';

const markPrefix = 'kassa:';
const batchSize = 50;
const delayMs = 10_000;

/**
 * Measures the widget for real players and sends the values to `POST /{product}/rum` (§7): web
 * vitals, and the marks `kassa:<name>` of the page's timeline, those set earlier too. Loaded after
 * the first list is shown. Returns a function that stops it.
 */
export function startRum({ product }: { product: string }): () => void {
  const queue = createBatchQueue<RumItem>({
    batchSize,
    delayMs,
    send: (items, isLast) => post(product, { version: widgetVersion, items }, isLast),
  });
  const add = (name: RumItem['name'], value: number) => {
    const path = location.pathname.slice(`/${product}`.length, 100) || '/';
    // Longer values come from tabs that were left open for hours.
    if (value >= 0 && value <= 3_600_000) queue.add({ name, value, path });
  };
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
    observe(({ name, value }) => add(name, value));
  }
  const stopObserving = observeMarks(add);
  return () => {
    stopObserving();
    queue.stop();
  };
}

/**
 * Observes marks and measures. A mark counts from the page's start, a measure by its duration; of
 * each name only the first counts.
 */
function observeMarks(add: (name: RumItem['name'], value: number) => void): () => void {
  const seen = new Set<string>();
  const observer = new PerformanceObserver((list) => {
    for (const { name: mark, entryType, startTime, duration } of list.getEntries()) {
      const name = nameOf(mark);
      if (name === undefined || seen.has(name)) continue;
      seen.add(name);
      add(name, entryType === 'measure' ? duration : startTime);
    }
  });
  for (const type of ['mark', 'measure']) observer.observe({ type, buffered: true });
  return () => observer.disconnect();
}

/** Returns the name of our own marks: `kassa:init` is `init`, `kassa:route:/deposit` is `route`. */
function nameOf(mark: string): RumItem['name'] | undefined {
  if (!mark.startsWith(markPrefix)) return undefined;
  const [name] = mark.slice(markPrefix.length).split(':');
  return rumNames.find((candidate) => candidate === name);
}

/** Rejects only where the server wasn't reached: rejected measurements would be rejected again. */
async function post(product: string, batch: RumBatch, isLast: boolean): Promise<void> {
  const { status } = await fetch(`/${product}/rum`, {
    method: 'POST',
    keepalive: isLast,
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(batch),
  });
  if (status >= 500) throw new Error(`Sending the measurements failed with ${status}.`);
}
