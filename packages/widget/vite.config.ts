import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig } from 'vite';
import { developmentHost } from './development-host.plugin.ts';
import { earlyScript } from './early-script.plugin.ts';
import { hoverMedia } from './hover-media.plugin.ts';
import { localeMessages } from './locale-messages.plugin.ts';
import { messageParts } from './message-parts.plugin.ts';
import { oldestBrowsers } from './oldest-browsers.ts';
import { precompress } from './precompress.plugin.ts';
import { nameSharedChunk } from './shared-chunks.ts';

const server = `http://localhost:${process.env.PORT ?? '4100'}`;

const forBrowsers: BuildOptions = {
  target: oldestBrowsers,
  // Browsers without it load a chunk a moment later; all fetch the widget's by the page's Link
  // header.
  modulePreload: { polyfill: false },
  assetsInlineLimit: 0,
  rolldownOptions: {
    output: {
      assetFileNames: 'assets/[name].[hash][extname]',
      // One chunk of libraries, which stays in players' caches over several releases, one of the
      // widget's own code, and one of a usual form's.
      codeSplitting: {
        groups: [
          {
            name: 'libraries',
            test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-query|query-core)|use-intl|icu-minify|@formatjs|zod|zustand|big\.js)\//,
          },
          { name: nameSharedChunk() },
        ],
      },
      chunkFileNames: 'assets/[name].[hash].js',
      entryFileNames: 'assets/[name].[hash].js',
    },
    onwarn: (warning, warn) => {
      if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
    },
  },
};

/** The renderer of first screens, beside the files for browsers (`npm run build` builds both). */
const forServer: BuildOptions = {
  target: 'node22',
  outDir: 'dist/server',
  rolldownOptions: {
    input: 'src/app/render-first-screen.tsx',
    output: { entryFileNames: '[name].mjs', chunkFileNames: 'assets/[name].[hash].mjs' },
  },
};

/**
 * Built files refer to each other by relative addresses, so that one build is served under any
 * `/{product}/`. The server rewrites the `<base>` of index.html. In development the product is
 * `kassa`.
 */
export default defineConfig(({ command, isSsrBuild = false }) => ({
  base: command === 'serve' ? '/kassa/' : './',
  plugins: [
    react(),
    localeMessages(),
    ...(isSsrBuild ? [] : [messageParts(), earlyScript(), developmentHost(), precompress()]),
  ],
  resolve: {
    alias: {
      // Messages are compiled when the widget is built, so that players don't load an ICU parser.
      'use-intl/format-message': 'use-intl/format-message/format-only',
      '@flags': fileURLToPath(new URL('flags/1x1', import.meta.resolve('flag-icons/package.json'))),
    },
  },
  css: { postcss: { plugins: [hoverMedia()] } },
  build: isSsrBuild ? forServer : forBrowsers,
  // The renderer needs no packages beside it.
  ...(isSsrBuild && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
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
