import { setImmediate as turn } from 'node:timers/promises';
import { describe, vi } from 'vitest';
import { testMoneyCore } from './money-property.suite.ts';

// The pauses between two attempts at a provider are real time; everything else follows the world's clock.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: () => turn(),
}));

describe("the money core, with balances in the operator's own wallet", () => {
  testMoneyCore('remote');
});
