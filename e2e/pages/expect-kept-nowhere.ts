import { expect, type Page } from '@playwright/test';
import type { Cashier } from './cashier.ts';

/**
 * Asserts that a payment detail is in no storage, cache or history of the browser, neither of the
 * host's page nor of the cashier, and in no page that the servers send for their addresses.
 */
export async function expectKeptNowhere(
  page: Page,
  cashier: Cashier,
  secret: string,
): Promise<void> {
  expect(secret).not.toBe('');
  for (const root of [page.locator('html'), cashier.frame.locator('html')]) {
    const kept = await root.evaluate(listKept);
    expect(kept).not.toContain(secret);
  }
  const { cookies, origins } = await page.context().storageState({ indexedDB: true });
  expect(JSON.stringify([cookies, origins])).not.toContain(secret);
}

/**
 * Runs in the browser: collects all that a window keeps, and its page's source. A storage that the
 * browser denies keeps nothing.
 */
async function listKept(): Promise<string> {
  const ifAllowed = async <Kept>(read: () => Kept | Promise<Kept>): Promise<Kept | null> => {
    try {
      return await read();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'SecurityError') return null;
      throw error;
    }
  };
  const listCached = async () => {
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        cached.push(request.url, (await response?.text()) ?? '');
      }
    }
    return cached;
  };
  const source = await fetch(location.href).then((response) => response.text());
  const kept = [
    await ifAllowed(() => ({ ...localStorage })),
    await ifAllowed(() => ({ ...sessionStorage })),
    await ifAllowed(listCached),
    await ifAllowed(() => document.cookie),
  ];
  return JSON.stringify([kept, location.href, history.state, document.title, source]);
}
