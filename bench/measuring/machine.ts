import os from 'node:os';

/** Describes the machine in one line. Call it first: the load shows what other programs do. */
export function describeMachine(): string {
  const model = os.cpus()[0]?.model.trim() ?? 'unknown CPU';
  const gigabytes = Math.round(os.totalmem() / 2 ** 30);
  const cores = os.availableParallelism();
  const load = os.loadavg()[0]?.toFixed(1);
  const hardware = `${model}, ${cores} cores, ${gigabytes} GB`;
  return `${hardware}, ${os.platform()}, Node ${process.versions.node}, load before ${load}`;
}
