/** How long a screen's code and data may take (§4 "Page data wait"). */
const pageDataTimeoutMs = 30_000;

/** A phone that sleeps behind a bank's app holds timers back: a late one counts for no more than this. */
const stepMs = 1000;

/**
 * Waits for a screen's code and data; after 30 s in which the page was awake it rejects with
 * 'Request timeout' (§4).
 * @throws whatever the wait rejects with.
 */
export function waitForPageData<Data>(data: Promise<Data>): Promise<Data> {
  return new Promise((resolve, reject) => {
    let leftMs = pageDataTimeoutMs;
    const timer = setInterval(() => {
      leftMs -= stepMs;
      if (leftMs <= 0) reject(new Error('Request timeout'));
    }, stepMs);
    data.then(resolve, reject).finally(() => clearInterval(timer));
  });
}

/**
 * Tries an import again: phones lose the network for moments. The pauses are 2^attempt s plus up to
 * 1 s (§9); the page-data wait caps them.
 * @throws what the last try rejected with.
 */
export async function retryImport<Module>(
  load: () => Promise<Module>,
  { attempts = 4, random = Math.random }: { attempts?: number; random?: () => number } = {},
): Promise<Module> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      if (attempt + 1 >= attempts) throw error;
      const pauseMs = (2 ** attempt + random()) * 1000;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
