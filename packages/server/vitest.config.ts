import { tmpdir } from 'node:os';
import path from 'node:path';
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
    // Processes that tests start read the same program again and again.
    env: { NODE_COMPILE_CACHE: path.join(tmpdir(), 'kassa-compile-cache') },
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['./vitest.setup.ts'],
  },
});
