import { availableParallelism } from 'node:os';
import { readSeed } from './scripts/read-seed.ts';
import { findReasonForAllNodes } from './scripts/real-nodes.ts';

// Set once for all projects; their workers inherit it.
process.env.KASSA_SEED = String(readSeed());
process.env.KASSA_NODES ??= findReasonForAllNodes();

/** Tests that kill and restart servers under load; they run alone. */
export const aloneInServer = ['src/{crash,cluster,database-faults}.test.ts'];

/** Tests on real nodes of blockchains that don't run now (scripts/real-nodes.ts). */
export const onNodesLater = process.env.KASSA_NODES === '' ? ['src/**/*.nodes.test.ts'] : [];

/**
 * Files that need their own worker: they mock a module, or draw SVG, which other files switch off for their
 * whole process.
 */
export const mockingInServer = [
  'src/testing/property/*-wallet.property.test.ts',
  'src/catalog/linter/check-likeness.test.ts',
];

/**
 * The test options of every package: `defineConfig({ test: { ...sharedTestOptions, … } })`. Vitest
 * passes none of the root's options to projects with their own file.
 */
export const sharedTestOptions = {
  // By default Vitest leaves one core free, which is half of a two-core machine. A worker more than
  // cores works while others wait: for PostgreSQL, a process or a clock.
  maxWorkers: availableParallelism() + 1,
  // Generous timeouts: on a busy machine an operation of a moment takes seconds, and failed work is
  // retried some ten seconds later, as in production.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
  // Other files share the worker, also after a test that failed halfway.
  unstubGlobals: true,
  unstubEnvs: true,
};
