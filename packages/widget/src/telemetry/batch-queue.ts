/** How many wait at most while nothing can be sent; the oldest make room. */
const mostWaiting = 200;

/** While sending fails, tries come ever later, up to this. */
const longestDelayMs = 60_000;

export interface BatchQueueOptions<Item> {
  /**
   * Sends a batch. Rejects only where sending it once more can help. `isLast`: the page may be gone
   * in a moment, and the request must outlive it.
   */
  send: (batch: Item[], isLast: boolean) => Promise<void>;
  /** As many go into one batch. */
  batchSize: number;
  /** How long one waits for others to go along. */
  delayMs: number;
}

export interface BatchQueue<Item> {
  add: (item: Item) => void;
  /** Sends what waits and listens no more. */
  stop: () => void;
}

/**
 * Collects small things and sends them in batches: when one is full, after a while, and when the
 * page is hidden, which is the last that a page on a phone surely hears. A batch that could not be
 * sent waits for the next one.
 */
export function createBatchQueue<Item>({
  send,
  batchSize,
  delayMs,
}: BatchQueueOptions<Item>): BatchQueue<Item> {
  let waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const isHidden = () => document.visibilityState === 'hidden';

  function flush(isLast: boolean): void {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0) sendBatch(waiting.splice(0, batchSize), isLast);
  }

  function sendBatch(batch: Item[], isLast: boolean): void {
    send(batch, isLast).then(
      () => {
        failures = 0;
      },
      () => {
        failures += 1;
        waiting = [...batch, ...waiting].slice(-mostWaiting);
        schedule();
      },
    );
  }

  function schedule(): void {
    const pauseMs = Math.min(delayMs * 2 ** Math.max(failures - 1, 0), longestDelayMs);
    timer ??= setTimeout(() => flush(isHidden()), pauseMs);
  }

  function add(item: Item): void {
    waiting.push(item);
    // What is measured while the page is being hidden comes after our own listener, or before.
    if (waiting.length >= batchSize || isHidden()) flush(isHidden());
    else schedule();
  }

  const handleVisibility = () => {
    if (isHidden()) flush(true);
  };
  const handlePageHide = () => flush(true);
  document.addEventListener('visibilitychange', handleVisibility);
  addEventListener('pagehide', handlePageHide);
  return {
    add,
    stop: () => {
      flush(true);
      document.removeEventListener('visibilitychange', handleVisibility);
      removeEventListener('pagehide', handlePageHide);
    },
  };
}
