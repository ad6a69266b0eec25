import { defineConfig } from 'vitest/config';
import { sharedTestOptions } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    pool: 'threads',
    isolate: false,
    name: 'sandbox',
    include: ['src/**/*.test.ts'],
  },
});
