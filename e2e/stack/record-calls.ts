import { type CallName, isCallName } from '@kassa/contract';
import type { Page } from '@playwright/test';

interface MadeCall {
  name: CallName;
  /** The idempotency key of a creating call; a retry has the same. */
  key: string | undefined;
}

/** Records the page's calls over HTTP, in order. Call it before the page is opened. */
export function recordCalls(page: Page): MadeCall[] {
  const made: MadeCall[] = [];
  page.on('request', (request) => {
    const name = /\/api\/banking\/([\w-]+)/.exec(request.url())?.[1] ?? '';
    if (request.method() === 'OPTIONS' || !isCallName(name)) return;
    made.push({ name, key: request.headers()['idempotency-key'] });
  });
  return made;
}
