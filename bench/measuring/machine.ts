import os from 'node:os';

/** What the figures were measured on, in one line. */
export function describeMachine(): string {
  const model = os.cpus()[0]?.model.trim() ?? 'unknown CPU';
  const gigabytes = Math.round(os.totalmem() / 2 ** 30);
  const cores = os.availableParallelism();
  return `${model}, ${cores} cores, ${gigabytes} GB, ${os.platform()}, Node ${process.versions.node}`;
}
