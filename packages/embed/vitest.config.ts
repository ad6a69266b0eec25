import { defineConfig } from 'vitest/config';
import { sharedTestOptions } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    pool: 'threads',
    isolate: false,
    name: 'embed',
    include: ['{src,build,native}/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
  },
});
