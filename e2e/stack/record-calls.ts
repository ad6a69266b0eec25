import { type CallName, isCallName } from '@kassa/contract';
import type { Page } from '@playwright/test';

/** The calls a page makes over HTTP, by name, in their order. Call it before the page is opened. */
export function recordCalls(page: Page): CallName[] {
  const made: CallName[] = [];
  page.on('request', (request) => {
    const name = /\/api\/banking\/([\w-]+)/.exec(request.url())?.[1] ?? '';
    if (request.method() !== 'OPTIONS' && isCallName(name)) made.push(name);
  });
  return made;
}
