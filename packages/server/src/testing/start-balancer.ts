import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findCluster } from '../../../../scripts/find-cluster.mjs';
import { findFreePort } from '../ground/database/embedded/free-port.ts';
import { startOwnProcess } from './own-process.ts';

/** haproxy in front of several servers, as an operator runs it. */
export interface Balancer {
  url: string;
  /** Whether haproxy sends requests to the server on that port. */
  isUsing: (port: number) => Promise<boolean>;
  end: () => Promise<void>;
}

export async function startBalancer(folder: string, serverPorts: number[]): Promise<Balancer> {
  const [port, reportPort] = [await findFreePort(), await findFreePort()];
  const file = path.join(folder, 'haproxy.cfg');
  await writeFile(file, describe(port, reportPort, serverPorts));
  const balancer = await startOwnProcess(findCluster().haproxy, ['-db', '-f', file], port);
  return {
    url: `http://127.0.0.1:${port}`,
    isUsing: async (serverPort) => {
      const report = await (await fetch(`http://127.0.0.1:${reportPort}/;csv`)).text();
      return report
        .split('\n')
        .some((line) => line.startsWith(`kassa,on-${serverPort},`) && line.includes(',UP,'));
    },
    end: balancer.end,
  };
}

/**
 * The configuration of docs/many-processes.md, but for the ports and more frequent health checks.
 * The long check timeout covers stalls of the machine: a killed server refuses the check at once.
 */
function describe(port: number, reportPort: number, serverPorts: number[]): string {
  const servers = serverPorts.map(
    (serverPort) => `  server on-${serverPort} 127.0.0.1:${serverPort}`,
  );
  return `
defaults
  mode http
  option forwardfor
  option redispatch 1
  retries 3
  timeout connect 2s
  timeout check 60s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h

frontend players
  bind 127.0.0.1:${port}
  default_backend kassa

backend kassa
  balance leastconn
  option httpchk GET /readyz
  default-server check inter 200ms fall 1 rise 1
${servers.join('\n')}

frontend report
  bind 127.0.0.1:${reportPort}
  stats enable
  stats uri /
`;
}
