import { setImmediate as turn } from 'node:timers/promises';
import { describe, vi } from 'vitest';
import { testMoneyCore } from './money-property.suite.ts';

// The pauses between two attempts at a provider would be real time; all else follows the world's clock.
// Who can be told to wait no longer, by a signal, waits for work and not for time.
vi.mock('node:timers/promises', async (load) => {
  const timers = await load<typeof import('node:timers/promises')>();
  const setTimeout: typeof timers.setTimeout = (ms, value, options) =>
    options?.signal === undefined ? turn(value) : timers.setTimeout(ms, value, options);
  return { ...timers, setTimeout };
});

describe("the money core, with balances in the operator's own wallet", () => {
  testMoneyCore('remote');
});
