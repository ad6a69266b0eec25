import { existsSync } from 'node:fs';
import path from 'node:path';

/** Debian's packages that hold what is looked for here. */
export const clusterPackages = ['redis-server', 'haproxy'];

/**
 * What several server processes run with in tests, or the names of what this machine lacks of it: a
 * Redis that they share, and a balancer before them.
 */
export function findCluster() {
  // Debian keeps daemons out of an ordinary user's PATH.
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
  ];
  const find = (name) =>
    folders
      .filter((folder) => folder !== '')
      .map((folder) => path.join(folder, name))
      .find((file) => existsSync(file));
  const found = { 'redis-server': find('redis-server'), haproxy: find('haproxy') };
  const missing = Object.entries(found)
    .filter(([, file]) => file === undefined)
    .map(([name]) => name);
  return { missing, redisServer: found['redis-server'] ?? '', haproxy: found.haproxy ?? '' };
}
