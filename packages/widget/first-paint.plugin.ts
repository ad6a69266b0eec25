import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/**
 * Puts first-paint.js into the page's head, under a hashed name once it is built. Vite bundles
 * modules alone, and this script must run before the first paint, which a module doesn't.
 */
export function firstPaintScript(): Plugin {
  let address = '';
  let isBuild = false;
  return {
    name: 'kassa:first-paint-script',
    configResolved: ({ command, base }) => {
      isBuild = command === 'build';
      address = `${base}first-paint.js`;
    },
    async buildStart() {
      if (!isBuild) return;
      const source = await readFile(new URL('./first-paint.js', import.meta.url), 'utf8');
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      const fileName = `assets/first-paint.${hash}.js`;
      address = `./${fileName}`;
      this.emitFile({ type: 'asset', fileName, source });
    },
    // At the end of the head, since its address is relative to the <base> there.
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: address }, injectTo: 'head' }],
    },
  };
}
