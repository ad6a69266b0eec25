import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import {
  aloneInServer,
  mockingInServer,
  onNodesLater,
  sharedTestOptions,
} from '../../vitest.shared.ts';

const include = ['src/**/*.test.ts', 'connector-template/**/*.test.ts'];
const elsewhere = [...aloneInServer, ...mockingInServer];

// Where modules are loaded once for all files, it would do nothing, and no test might notice.
for (const name of globSync(include, { cwd: import.meta.dirname, exclude: elsewhere })) {
  const text = readFileSync(path.join(import.meta.dirname, name), 'utf8');
  if (!/vi\.(mock|doMock|resetModules)\(/.test(text)) continue;
  throw new Error(`${name} mocks a module: it belongs to mockingInServer (vitest.shared.ts)`);
}

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'server',
    include,
    exclude: [...configDefaults.exclude, ...elsewhere, ...onNodesLater],
    // A worker loads the server once, not once per file. No file may leave a mock or a fake clock behind.
    isolate: false,
    // Processes that tests start read the same program again and again.
    env: { NODE_COMPILE_CACHE: path.join(tmpdir(), 'kassa-compile-cache') },
    globalSetup: ['../../scripts/real-nodes.ts', 'src/testing/global-setup.ts'],
    setupFiles: ['./vitest.setup.ts'],
  },
});
