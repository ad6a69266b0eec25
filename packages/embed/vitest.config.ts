import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'embed',
    include: ['{src,build,native}/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
  },
});
