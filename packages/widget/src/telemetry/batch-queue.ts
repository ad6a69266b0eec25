/** The most items that wait while sending fails. The oldest are dropped. */
const mostWaiting = 200;

/** The longest back-off in ms while sending fails. */
const longestDelayMs = 60_000;

export interface BatchQueueOptions<Item> {
  /**
   * Sends a batch. Rejects only where a retry can help. `isLast`: the page may be closed in a
   * moment, and the request must outlive it.
   */
  send: (batch: Item[], isLast: boolean) => Promise<void>;
  /** The number of items in a full batch. */
  batchSize: number;
  /** The longest wait of an item for others in its batch, in ms. */
  delayMs: number;
}

export interface BatchQueue<Item> {
  add: (item: Item) => void;
  /** Sends the waiting items and stops listening. */
  stop: () => void;
}

/**
 * Collects items and sends them in batches: when one is full, after a while, and when the page is
 * hidden, which is the last event that a phone's page surely gets. A batch that could not be sent
 * waits for the next one.
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
    // An item may be added after the page was hidden, in another listener of the same event.
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
