import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { endProcess } from '../measuring/own-process.ts';
import type { Own } from '../measuring/run-benchmark.ts';

const clientsFile = fileURLToPath(new URL('./clients.ts', import.meta.url));
const reportSchema = z.object({ connected: z.number() });

/** Sockets held open by other processes. */
export interface OpenSockets {
  /** Returns the number of connected sockets. */
  count: () => Promise<number>;
  close: () => Promise<void>;
}

/** Opens that many sockets, each for another player, and waits until all are open. */
export async function openSockets(
  own: Own,
  url: string,
  { count, processes, prefix }: { count: number; processes: number; prefix: string },
): Promise<OpenSockets> {
  const clients = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      own(
        async () =>
          fork(clientsFile, {
            env: {
              ...process.env,
              BENCH_URL: url,
              BENCH_COUNT: String(count / processes),
              BENCH_PREFIX: `${prefix}-${index}`,
            },
            execArgv: [],
          }),
        endProcess,
      ),
    ),
  );
  await Promise.all(clients.map(report));
  return {
    count: async () => {
      const reports = clients.map(report);
      for (const client of clients) client.send('count');
      return (await Promise.all(reports)).reduce((sum, each) => sum + each, 0);
    },
    close: async () => {
      await Promise.all(clients.map(endProcess));
    },
  };
}

/** @throws if the clients could not connect; the output has the reason. */
function report(client: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('Opening all sockets failed.'));
    client.once('exit', fail);
    client.once('message', (message) => {
      client.off('exit', fail);
      resolve(reportSchema.parse(message).connected);
    });
  });
}
