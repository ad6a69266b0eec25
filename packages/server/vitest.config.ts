import { defineConfig } from 'vitest/config';
import { sharedTestOptions } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'server',
    include: ['src/**/*.test.ts', 'connector-template/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
  },
});
