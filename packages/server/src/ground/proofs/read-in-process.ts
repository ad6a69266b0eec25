import { spawn } from 'node:child_process';
import { faultOfExit } from './exit-codes.ts';
import { type Refused, unavailable } from './rewritten.ts';

export interface ProcessLimits {
  /** How long the file may be worked on. */
  longestMs: number;
  /** How long the process may take to load its code: no fault of the file. */
  longestStartMs?: number;
  /** The longest answer. */
  mostBytes: number;
  /** Arguments of Node that bound the memory. */
  flags: string[];
}

/**
 * Runs a script that reads a file, in a process without an environment. The file comes by standard
 * input, and the length of the longest answer as an argument. The script writes one byte when its
 * code is loaded, then its answer, and ends with 0 or the exit code of a fault. It is a process, as V8 ends the whole process of a thread that runs out of
 * memory within one allocation.
 * @throws CallError server.unavailable if the process doesn't start
 */
export async function readInProcess(
  script: string,
  bytes: Uint8Array,
  { longestMs, longestStartMs = 30_000, mostBytes, flags }: ProcessLimits,
): Promise<{ answer: Buffer } | Refused> {
  const child = start([...flags, script, String(mostBytes)]);
  const kill = () => child.kill('SIGKILL');
  let stopping = setTimeout(kill, longestStartMs);
  const chunks: Buffer[] = [];
  let received = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    if (received === 0) {
      clearTimeout(stopping);
      stopping = setTimeout(kill, longestMs);
    }
    chunks.push(chunk);
    received += chunk.length;
    if (received > mostBytes + 1) kill();
  });
  // A process that ends early doesn't read the file to its end.
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  // Null where a signal has ended it: V8's own, too, when its memory is used up.
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  clearTimeout(stopping);
  // What has not begun has not looked at the file.
  if (received === 0) throw unavailable();
  if (code === null) return { fault: 'tooComplex', isStopped: true };
  if (code !== 0) return { fault: faultOfExit(code) };
  return { answer: Buffer.concat(chunks, received).subarray(1) };
}

function start(words: string[]) {
  try {
    return spawn(process.execPath, words, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
  } catch {
    throw unavailable();
  }
}
