import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { developmentHost } from './development-host.plugin.ts';
import { earlyScript } from './early-script.plugin.ts';
import { nameFirstChunk } from './first-chunk.ts';
import { localeMessages } from './locale-messages.plugin.ts';
import { oldestBrowsers } from './oldest-browsers.ts';
import { precompress } from './precompress.plugin.ts';

const server = `http://localhost:${process.env.PORT ?? '4100'}`;

/**
 * Built files address each other relatively, so one build is served under any `/{product}/`; the
 * server rewrites the `<base>` of index.html. In development the product is `kassa`.
 */
export default defineConfig(({ command }) => ({
  base: command === 'serve' ? '/kassa/' : './',
  plugins: [react(), localeMessages(), earlyScript(), developmentHost(), precompress()],
  resolve: {
    alias: {
      // Messages are compiled when the widget is built, so no ICU parser is sent to a player.
      'use-intl/format-message': 'use-intl/format-message/format-only',
      '@flags': fileURLToPath(new URL('flags/1x1', import.meta.resolve('flag-icons/package.json'))),
    },
  },
  build: {
    target: oldestBrowsers,
    // Browsers without it load a chunk a moment later, and all fetch ours by the page's Link header.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        assetFileNames: (asset) =>
          asset.names.some((name) => name.startsWith('locales/'))
            ? '[name].[hash][extname]'
            : 'assets/[name].[hash][extname]',
        // One chunk of libraries, which outlasts our releases in players' caches, and one of our own:
        // a dozen small ones would queue up behind each other.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-query|query-core)|use-intl|icu-minify|@formatjs|zod|zustand|big\.js)\//,
            },
            { name: nameFirstChunk() },
          ],
        },
        chunkFileNames: 'assets/[name].[hash].js',
        entryFileNames: 'assets/[name].[hash].js',
      },
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  server: {
    port: Number(process.env.VITE_PORT ?? '4300'),
    strictPort: true,
    proxy: {
      '/api': server,
      '/v4': { target: server, ws: true },
      '/kassa/icons': server,
      '/kassa/pictures': server,
    },
  },
}));
