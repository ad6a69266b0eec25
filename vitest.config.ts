import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { sharedTestOptions } from './vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    sequence: { sequencer: LongestFirst },
    projects: [
      'packages/*/vitest.config.ts',
      { test: { ...sharedTestOptions, name: 'scripts', include: ['scripts/**/*.test.ts'] } },
    ],
  },
});
