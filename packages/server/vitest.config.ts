import { configDefaults, defineConfig } from 'vitest/config';
import { aloneInServer, sharedTestOptions } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'server',
    include: ['src/**/*.test.ts', 'connector-template/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...aloneInServer],
    globalSetup: ['src/testing/global-setup.ts'],
  },
});
