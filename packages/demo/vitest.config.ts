import { defineConfig } from 'vitest/config';
import { sharedTestOptions } from '../../vitest.shared.ts';

export default defineConfig({
  test: { ...sharedTestOptions, name: 'demo', include: ['src/**/*.test.ts'], environment: 'node' },
});
