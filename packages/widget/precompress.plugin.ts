import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A smaller response isn't sent any faster when compressed. */
const smallestBytes = 1024;

/**
 * Writes `.br` and `.gz` beside every text file of the build, with the highest compression, so that
 * the server only has to send them.
 */
export function precompress(): Plugin {
  return {
    name: 'kassa:precompress',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const files = await readdir(dir, { recursive: true });
      await Promise.all(
        files
          .filter((file) => /\.(js|css|json|svg)$/.test(file))
          .map((file) => compress(path.join(dir, file))),
      );
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < smallestBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all([
    brotli(content, { params }).then((result) => writeFile(`${file}.br`, result)),
    zip(content, { level: constants.Z_BEST_COMPRESSION }).then((result) =>
      writeFile(`${file}.gz`, result),
    ),
  ]);
}
