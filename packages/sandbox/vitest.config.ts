import { configDefaults, defineConfig } from 'vitest/config';
import { onNodesLater, sharedTestOptions } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    pool: 'threads',
    isolate: false,
    name: 'sandbox',
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...onNodesLater],
  },
});
