import { findFreePort } from '../ground/database/embedded/free-port.ts';
import { replaceIn } from './doc-samples.ts';
import { type RunningProxy, startHaproxy } from './sample-proxies.ts';

/** haproxy in front of several servers, as an operator runs it. */
export interface Balancer extends RunningProxy {
  /** Whether haproxy sends requests to the server on that port. */
  isUsing: (port: number) => Promise<boolean>;
}

/**
 * Starts the configuration of docs/many-processes.md for the brand `kassa`, with more frequent
 * health checks. The long check timeout covers stalls of the machine: a killed server refuses the
 * check at once.
 */
export async function startBalancer(folder: string, serverPorts: number[]): Promise<Balancer> {
  const reportPort = await findFreePort();
  const balancer = await startHaproxy(folder, serverPorts, (documented) => {
    let sample = replaceIn(documented, /\/northwind\//, '/kassa/');
    sample = replaceIn(sample, /timeout check 5s/, 'timeout check 60s');
    sample = replaceIn(sample, /check inter 500ms/, 'check inter 200ms');
    return `${sample}
frontend report
  bind 127.0.0.1:${reportPort}
  stats enable
  stats uri /
`;
  });
  return {
    ...balancer,
    isUsing: async (serverPort) => {
      const report = await (await fetch(`http://127.0.0.1:${reportPort}/;csv`)).text();
      return report
        .split('\n')
        .some((line) => line.startsWith(`kassa,on-${serverPort},`) && line.includes(',UP,'));
    },
  };
}
