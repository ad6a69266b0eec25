import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'embed',
    include: ['src/**/*.test.ts'],
    environment: 'happy-dom',
  },
});
