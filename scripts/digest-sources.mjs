import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Folders that contain only generated or installed files. */
const skipped = new Set(['node_modules', 'dist', 'storybook-static', 'coverage']);

/**
 * Returns a fingerprint of files, and of folders with their source files. It changes if something
 * built from them must be rebuilt.
 * @param {string} root
 * @param {string[]} sources - paths relative to the root
 * @returns {string}
 */
export function digestSources(root, sources) {
  const digest = createHash('sha256');
  for (const file of sources.flatMap((source) => listFiles(path.join(root, source)))) {
    digest.update(path.relative(root, file)).update(readFileSync(file));
  }
  return digest.digest('hex');
}

/** @returns {string[]} */
function listFiles(source) {
  if (statSync(source).isFile()) return [source];
  return readdirSync(source)
    .filter((name) => !skipped.has(name))
    .flatMap((name) => listFiles(path.join(source, name)))
    .sort();
}
