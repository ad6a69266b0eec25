import { setImmediate as turn } from 'node:timers/promises';
import { describe, vi } from 'vitest';
import { testMoneyCore } from './money-property.suite.ts';

// Skips the pauses between two attempts at a provider, since they would take real time; all other
// time is the world's clock. A wait with an abort signal ends with its work and keeps its timer.
vi.mock('node:timers/promises', async (load) => {
  const timers = await load<typeof import('node:timers/promises')>();
  const setTimeout: typeof timers.setTimeout = (ms, value, options) =>
    options?.signal === undefined ? turn(value) : timers.setTimeout(ms, value, options);
  return { ...timers, setTimeout };
});

describe("the money core, with balances in the operator's own wallet", () => {
  testMoneyCore('remote');
});
