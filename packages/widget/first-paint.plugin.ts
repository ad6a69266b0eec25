import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/**
 * Emits first-paint.js under a hashed name and puts that name into index.html. Vite bundles
 * modules alone, and this script must block the first paint, which a module doesn't.
 */
export function firstPaintScript(): Plugin {
  let fileName = '';
  return {
    name: 'kassa:first-paint-script',
    apply: 'build',
    async buildStart() {
      const file = new URL('./first-paint.js', import.meta.url);
      const source = await readFile(file, 'utf8');
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      fileName = `assets/first-paint.${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(/src="[^"]*first-paint\.js"/, `src="./${fileName}"`),
    },
  };
}
