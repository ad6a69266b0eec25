import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * Writes a small build of the widget, as the real one is laid out: a page that names a script and a
 * style, a chunk loaded later, and a locale.
 * @param release - five letters that the names and contents of its files depend on
 * @param other - further files, by path
 */
export async function writeBuild(
  folder: string,
  release: string,
  other: Record<string, string> = {},
): Promise<void> {
  const hash = `${release}000`;
  const files: Record<string, string | Buffer> = {
    'index.html': `<base href="/kassa/"><script type="application/json" id="kassa-page">{}</script><script type="module" crossorigin src="./assets/first.${hash}.js"></script><link rel="stylesheet" href="./assets/first.${hash}.css">`,
    [`assets/first.${hash}.css`]: `.${release} { color: red }`,
    [`assets/lazy.${hash}.js`]: `export const lazy = '${release}'`,
    [`locales/en.${hash}.json`]: JSON.stringify({ release }),
    ...other,
  };
  const script = `export const release = '${release}'; import('./lazy.${hash}.js');`;
  files[`assets/first.${hash}.js`] = script;
  files[`assets/first.${hash}.js.br`] = brotliCompressSync(script);
  files[`assets/first.${hash}.js.gz`] = gzipSync(script);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}
