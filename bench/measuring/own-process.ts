import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The repository's folder. */
export const root = path.resolve(import.meta.dirname, '../..');

const readyWithinMs = 90_000;
const endWithinMs = 30_000;
/** Overrides the settings of the user's own Kassa; an empty setting counts as unset. */
const ownSettings = {
  HOST: '',
  DATABASE_URL: '',
  DEMO_URL: '',
  KASSA_CATALOG: '',
  KASSA_CONFIG: '',
  OPERATOR_HOST: '',
  OPERATOR_PORT: '0',
  PRODUCT: '',
  PUBLIC_URL: '',
  SANDBOX_URL: '',
  TRUST_PROXY: '',
};

interface Program {
  /** The script's path: absolute, or relative to the repository's folder. */
  script: string;
  environment: Record<string, string>;
  /** Responds with 200 once the program is ready. */
  readyUrl: string;
}

/**
 * Starts a Node program in its own process group, so that Ctrl-C reaches only the benchmark.
 * @throws with the end of the program's output if it does not become ready.
 */
export async function startProcess({
  script,
  environment,
  readyUrl,
}: Program): Promise<ChildProcess> {
  const child = spawn(process.execPath, [path.resolve(root, script)], {
    cwd: root,
    env: { ...process.env, ...ownSettings, ...environment },
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-4000);
    });
  }
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && isRunning(child)) {
    const response = await fetch(readyUrl, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    if (response?.ok) return child;
    await delay(50);
  }
  await endProcess(child);
  throw new Error(`${script} did not become ready:\n${output}`);
}

/** Asks the program to end, and kills it after half a minute. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
  await ended;
  clearTimeout(timer);
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
