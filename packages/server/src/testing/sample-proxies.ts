import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findCluster } from '../../../../scripts/find-cluster.mjs';
import { findFreePort } from '../ground/database/embedded/free-port.ts';
import { readSamples, replaceIn } from './doc-samples.ts';
import { startOwnProcess } from './own-process.ts';

/** A proxy in front of server processes, as docs/many-processes.md configures it, without TLS. */
export interface RunningProxy {
  url: string;
  end: () => Promise<void>;
}

/** Starts haproxy; `change` changes the sample further. */
export async function startHaproxy(
  folder: string,
  serverPorts: number[],
  change: (sample: string) => string = (sample) => sample,
): Promise<RunningProxy> {
  const port = await findFreePort();
  const servers = serverPorts.map((at) => `  server on-${at} 127.0.0.1:${at}\n`).join('');
  let [sample] = readSamples('many-processes.md', 'haproxy');
  sample = replaceIn(sample, /^ {2}bind :443 ssl .*$/m, `  bind 127.0.0.1:${port}`);
  sample = replaceIn(sample, /(^ {2}server .*\n)+/m, servers);
  const file = path.join(folder, `haproxy-${port}.cfg`);
  await writeFile(file, change(sample));
  const { end } = await startOwnProcess(findCluster().haproxy, ['-db', '-f', file], port);
  return { url: `http://127.0.0.1:${port}`, end };
}

/** Starts nginx; `change` changes the sample further. */
export async function startNginx(
  folder: string,
  serverPorts: number[],
  change: (sample: string) => string = (sample) => sample,
): Promise<RunningProxy> {
  const port = await findFreePort();
  const servers = serverPorts.map((at) => `  server 127.0.0.1:${at};\n`).join('');
  let [sample] = readSamples('many-processes.md', 'nginx');
  sample = replaceIn(sample, /^ {2}listen 443 ssl http2;$/m, `  listen 127.0.0.1:${port};`);
  sample = replaceIn(sample, /(^ {2}ssl_.*\n)+/m, '');
  sample = replaceIn(sample, /(^ {2}server 127.*\n)+/m, servers);
  const own = path.join(folder, `nginx-${port}`);
  await mkdir(own);
  const file = path.join(own, 'nginx.conf');
  await writeFile(file, surround(own, change(sample)));
  const { end } = await startOwnProcess(findCluster().nginx, ['-p', own, '-c', file], port);
  return { url: `http://127.0.0.1:${port}`, end };
}

/** Builds the file that includes the sample; nginx writes only into `folder`. */
function surround(folder: string, sample: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${path.join(folder, kind)};`);
  // One process, which needs no other user, and whose death ends nginx.
  return `
daemon off;
master_process off;
pid ${path.join(folder, 'pid')};
error_log stderr;
events {}
http {
access_log off;
${temporary.join('\n')}
${sample}
}
`;
}
