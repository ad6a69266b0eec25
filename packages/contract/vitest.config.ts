import { defineConfig } from 'vitest/config';
import { sharedTestOptions } from '../../vitest.shared.ts';

export default defineConfig({
  test: { ...sharedTestOptions, name: 'contract', include: ['src/**/*.test.ts'] },
});
