import { defineConfig } from 'vitest/config';
import { aloneInServer, mockingInServer, sharedTestOptions } from './vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    // The tests' PostgreSQL stops then and needs time to write its data.
    teardownTimeout: 60_000,
    projects: [
      'packages/*/vitest{,.own-modules}.config.ts',
      {
        test: {
          ...sharedTestOptions,
          pool: 'threads',
          isolate: false,
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          ...sharedTestOptions,
          name: 'property',
          root: 'packages/server',
          include: mockingInServer,
          globalSetup: [`${import.meta.dirname}/packages/server/src/testing/global-setup.ts`],
        },
      },
      {
        // These tests run after all others (`npm test` gives them a stage), one file at a time.
        test: {
          ...sharedTestOptions,
          name: 'processes',
          root: 'packages/server',
          include: aloneInServer,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
