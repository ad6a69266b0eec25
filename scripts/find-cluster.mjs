import { findProgram, listMissing } from './find-program.mjs';

/** The Debian packages of these programs. */
export const clusterPackages = ['redis-server', 'haproxy', 'nginx'];

/**
 * Finds the programs for tests with several server processes: Redis, which they share, and the
 * proxies in front of them. Lists the missing ones.
 */
export function findCluster() {
  const redisServer = findProgram('redis-server');
  const haproxy = findProgram('haproxy');
  const nginx = findProgram('nginx');
  return {
    missing: listMissing({ 'redis-server': redisServer, haproxy, nginx }),
    redisServer: redisServer ?? '',
    haproxy: haproxy ?? '',
    nginx: nginx ?? '',
  };
}
