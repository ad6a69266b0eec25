import { readdirSync, readFileSync } from 'node:fs';

/** The kernel's unit of processor time on Linux, in ms. */
const tickMs = 10;

interface Usage {
  parent: number;
  ownMs: number;
  /** Of its children that have ended. */
  endedMs: number;
}

function readUsage(pid: number | string): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ms = (...indexes: number[]) =>
      indexes.reduce((sum, index) => sum + Number(fields[index]) * tickMs, 0);
    return { parent: Number(fields[1]), ownMs: ms(11, 12), endedMs: ms(13, 14) };
  } catch {
    return null;
  }
}

/** Returns the id of the process that has started another one; null where the system doesn't tell. */
export function parentOf(pid: number): number | null {
  return readUsage(pid)?.parent ?? null;
}

/** Returns the processor time of a process so far, in ms; null where the system doesn't tell. */
export function processorMsOf(pid: number | undefined): number | null {
  return pid === undefined ? null : (readUsage(pid)?.ownMs ?? null);
}

/** The same of a process and all that it has started, those that have ended included. */
export function processorMsOfTree(pid: number): number | null {
  const parent = readUsage(pid);
  if (parent === null) return null;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readUsage)
    .filter((usage) => usage?.parent === pid);
  return children.reduce((sum, usage) => sum + (usage?.ownMs ?? 0), parent.ownMs + parent.endedMs);
}
