// The memory of idle sockets, the state of most widgets: the growth of Kassa's process per socket,
// against a bare Socket.IO server of the same version with the same clients.
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setStage, startKassa } from './deposits/stage.ts';
import { findFreePort } from './measuring/free-port.ts';
import { describeMachine } from './measuring/machine.ts';
import { endProcess, startProcess } from './measuring/own-process.ts';
import { defineBenchmark, type Own } from './measuring/run-benchmark.ts';
import { openSockets } from './sockets/open-sockets.ts';

const clientProcesses = 2;
/** Memory is stable if it changes by less than a hundredth in this time. */
const restMs = 2000;
const restWithinMs = 30_000;

/** The counts are multiples of the sockets that the clients open at once, 50 in each process. */
interface Size {
  socketCount: number;
  /**
   * Sockets that are opened and closed first: then code is compiled and buffers exist, like in a
   * running server.
   */
  warmUpCount: number;
}

interface Measured {
  beforeBytes: number;
  afterBytes: number;
  openMs: number;
}

export default defineBenchmark<Size>({
  whole: { socketCount: 5000, warmUpCount: 500 },
  short: { socketCount: 100, warmUpCount: 100 },
  measure,
});

async function measure(own: Own, size: Size): Promise<void> {
  const machine = describeMachine();
  const stage = await setStage(own);
  await own(() => startKassa(stage), endProcess);
  const { serverPort, operatorPort } = stage;
  const kassa = await measureSockets(own, size, originAt(serverPort), originAt(operatorPort));
  const bareUrl = originAt(await startBare(own));
  const bare = await measureSockets(own, size, bareUrl, bareUrl);
  report(machine, size, kassa, bare);
}

function originAt(port: number): string {
  return `http://localhost:${port}`;
}

async function startBare(own: Own): Promise<number> {
  const port = await findFreePort();
  const start = () =>
    startProcess({
      script: fileURLToPath(new URL('./sockets/bare-server.ts', import.meta.url)),
      environment: { PORT: String(port) },
      readyUrl: `http://localhost:${port}/readyz`,
    });
  await own(start, endProcess);
  return port;
}

/** @param metricsUrl - the origin of the process's `/metrics` */
async function measureSockets(
  own: Own,
  { socketCount, warmUpCount }: Size,
  url: string,
  metricsUrl: string,
): Promise<Measured> {
  const processes = clientProcesses;
  const first = await openSockets(own, url, { count: warmUpCount, processes, prefix: 'first' });
  await first.close();
  const beforeBytes = await memoryAtRest(metricsUrl);
  const startedAt = performance.now();
  const sockets = await openSockets(own, url, { count: socketCount, processes, prefix: 'player' });
  const openMs = performance.now() - startedAt;
  const afterBytes = await memoryAtRest(metricsUrl);
  const left = await sockets.count();
  if (left !== socketCount) throw new Error(`Only ${left} of ${socketCount} sockets stayed open.`);
  await sockets.close();
  return { beforeBytes, afterBytes, openMs };
}

/** Returns the process's resident memory once it is stable. */
async function memoryAtRest(url: string): Promise<number> {
  const deadline = Date.now() + restWithinMs;
  let bytes = await readMemory(url);
  for (;;) {
    await delay(restMs);
    const now = await readMemory(url);
    if (Math.abs(now - bytes) < bytes / 100 || Date.now() > deadline) return now;
    bytes = now;
  }
}

async function readMemory(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bytes = Number(/^\w*process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1]);
  if (!(bytes > 0)) throw new Error(`${url}/metrics contains no memory.`);
  return bytes;
}

function report(machine: string, { socketCount }: Size, kassa: Measured, bare: Measured): void {
  const perSocket = ({ beforeBytes, afterBytes }: Measured) =>
    (afterBytes - beforeBytes) / socketCount;
  const describe = (it: Measured) =>
    `${toMegabytes(it.beforeBytes)} MB before, ${toMegabytes(it.afterBytes)} MB with them: ` +
    `${(perSocket(it) / 1000).toFixed(1)} kB per socket; all open after ${(it.openMs / 1000).toFixed(1)} s`;
  console.log(`\nSockets: resident memory of a process with ${socketCount} idle sockets`);
  console.log(`  ${machine}`);
  console.log(`  Kassa  ${describe(kassa)}`);
  console.log(`  bare   ${describe(bare)}`);
  console.log(
    `  ratio  ${(perSocket(kassa) / perSocket(bare)).toFixed(2)} of bare Socket.IO's memory per socket`,
  );
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
