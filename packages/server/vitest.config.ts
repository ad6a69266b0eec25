import { configDefaults, defineConfig } from 'vitest/config';
import { aloneInServer, mockingInServer, sharedTestOptions } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'server',
    include: ['src/**/*.test.ts', 'connector-template/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...aloneInServer, ...mockingInServer],
    // A worker loads the server once, not once per file. No file may leave a mock or a fake clock
    // behind, and `vi.mock` does nothing here.
    isolate: false,
    globalSetup: ['src/testing/global-setup.ts'],
  },
});
