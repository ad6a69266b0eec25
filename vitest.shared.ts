import { readSeed } from './scripts/read-seed.ts';

// Once for all projects; their workers inherit it.
process.env.KASSA_SEED = String(readSeed());

/** Servers that are killed and started again under load, with all that belongs to them: no neighbours. */
export const aloneInServer = ['src/{crash,cluster,database-faults}.test.ts'];

/** Files that mock a module, which takes a worker of their own. */
export const mockingInServer = ['src/testing/property/*.test.ts'];

/**
 * What the tests of every package are run with: `defineConfig({ test: { ...sharedTestOptions, … } })`.
 * Vitest hands none of a root's options down to projects that have a file of their own.
 */
export const sharedTestOptions = {
  // Vitest itself leaves one core free, which is half of a machine with two.
  maxWorkers: '100%',
  // On a busy machine what takes a moment takes seconds: these tell that it never comes.
  // What failed once is tried again some ten seconds later, as in production.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  // Other files share the worker, also after a test that failed halfway.
  unstubGlobals: true,
  unstubEnvs: true,
};
