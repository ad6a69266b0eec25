import type { ReadingHandler } from './handler.ts';

export const userGet: ReadingHandler<'user-get'> = {
  kind: 'reading',
  handle: (core, caller) => core.walletOf(caller.brandId).profile(caller),
};
