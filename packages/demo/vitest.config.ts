import { defineConfig } from 'vitest/config';
import { sharedTestOptions } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    pool: 'threads',
    isolate: false,
    name: 'demo',
    include: ['src/**/*.test.ts'],
    environment: 'node',
  },
});
