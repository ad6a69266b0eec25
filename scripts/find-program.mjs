import { existsSync } from 'node:fs';
import path from 'node:path';

/** Debian installs daemons outside of an ordinary user's PATH. */
const daemons = ['/usr/sbin', '/usr/local/sbin'];

/**
 * Returns the path of the first program on this machine that has one of these names.
 * @param {string[]} names
 * @returns {string | undefined}
 */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return [...folders, ...daemons]
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
}

/**
 * Returns the names of the programs that were not found.
 * @param {Record<string, string | undefined>} found - their paths by their names
 */
export function listMissing(found) {
  return Object.keys(found).filter((name) => found[name] === undefined);
}
