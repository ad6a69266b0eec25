import { existsSync } from 'node:fs';
import path from 'node:path';

/** The Debian packages of these programs. */
export const clusterPackages = ['redis-server', 'haproxy', 'nginx'];

/**
 * Finds the programs for tests with several server processes: Redis, which they share, and the
 * proxies in front of them. Lists the missing ones.
 */
export function findCluster() {
  // Debian installs daemons outside of an ordinary user's PATH.
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
  const names = ['redis-server', 'haproxy', 'nginx'];
  const found = Object.fromEntries(names.map((name) => [name, find(name)]));
  const missing = Object.entries(found)
    .filter(([, file]) => file === undefined)
    .map(([name]) => name);
  return {
    missing,
    redisServer: found['redis-server'] ?? '',
    haproxy: found.haproxy ?? '',
    nginx: found.nginx ?? '',
  };
}
