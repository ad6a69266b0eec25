import { reloadStyles, StyleError } from './reload-styles.ts';

/** The timeout in ms for a screen's code and data (§4 "Page data wait"). */
const pageDataTimeoutMs = 30_000;

/** A phone that sleeps behind a bank's app delays timers. A late timer counts as this many ms. */
const stepMs = 1000;

/**
 * Waits for a screen's code and data. After 30 s in which the page was awake it rejects with
 * 'Request timeout' (§4).
 * @throws the rejection of `data`
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
 * Retries an import with its styles: phones lose the network for moments. The pauses are 2^attempt s
 * plus up to 1 s (§9); the page-data timeout limits them. A stylesheet that fails twice while the
 * server answers is withheld, and no pause helps.
 * @throws the rejection of the last attempt
 */
export async function retryImport<Module>(
  load: () => Promise<Module>,
  { attempts = 4, random = Math.random }: { attempts?: number; random?: () => number } = {},
): Promise<Module> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await reloadStyles();
      return await load();
    } catch (error) {
      if (attempt + 1 >= attempts) throw error;
      if (attempt > 0 && error instanceof StyleError && (await isServerThere())) throw error;
      const pauseMs = (2 ** attempt + random()) * 1000;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Asks for the page itself: what withholds a stylesheet doesn't withhold the page. */
async function isServerThere(): Promise<boolean> {
  const options = { method: 'HEAD', cache: 'no-store' } as const;
  return fetch(location.href, options).then(
    ({ ok }) => ok,
    () => false,
  );
}
