import { defineConfig, mergeConfig } from 'vite';
import configure from './vite.config.ts';

/**
 * Builds the same sources as if they were those of another release, for the tests of two releases
 * side by side: every script has another content, so every name has another hash. Only the
 * precompressed files are left out, which take most of a build's time.
 */
export default defineConfig((environment) => {
  const { plugins = [], ...own } = configure(environment);
  const kept = plugins
    .flat()
    .filter((plugin) => !plugin || !('name' in plugin) || plugin.name !== 'kassa:precompress');
  return mergeConfig(own, {
    logLevel: 'error',
    plugins: [
      ...kept,
      {
        name: 'kassa:next-release',
        renderChunk: (code: string) => ({ code: `${code}\nglobalThis.kassaNext = 1;`, map: null }),
      },
    ],
  });
});
