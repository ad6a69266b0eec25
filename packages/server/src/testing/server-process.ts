import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A server as operators run it: a process of its own that can be killed. */
export interface ServerProcess {
  /**
   * Starts the server and waits until it is ready for requests. From this start on, the changed
   * settings replace the earlier ones.
   */
  start: (changed?: NodeJS.ProcessEnv) => Promise<void>;
  /** `kill -9`: no drain. Waits until the process has exited. */
  kill: () => Promise<void>;
  /** SIGHUP: reads the brands' files again. */
  hangUp: () => void;
  /** SIGTERM: drains. Resolves with the exit code. */
  stop: () => Promise<number | null>;
}

/** Reading the same program again takes half of a start's time. */
const compileCache = path.join(tmpdir(), 'kassa-compile-cache');

/** Describes a server process with these settings; only `start` runs it. */
export function describeServerProcess(url: string, settings: NodeJS.ProcessEnv): ServerProcess {
  let current = settings;
  let child: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ending = child;
    child = null;
    const isRunning = ending?.pid !== undefined && ending.exitCode === null;
    if (!isRunning) return ending?.exitCode ?? null;
    const exited = new Promise<number | null>((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    return exited;
  };
  return {
    start: async (changed = {}) => {
      current = { ...current, ...changed };
      let errors = '';
      const main = path.resolve(import.meta.dirname, '../main.ts');
      const started = spawn(process.execPath, [main], {
        env: { NODE_COMPILE_CACHE: compileCache, ...process.env, OPERATOR_PORT: '0', ...current },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let hasEnded = false;
      const firstOutput = new Promise<void>((resolve, reject) => {
        started.once('error', reject);
        started.stdout.once('data', () => resolve()).resume();
        started.once('exit', () => {
          hasEnded = true;
          resolve();
        });
      });
      started.stderr.on('data', (chunk: Buffer) => {
        errors += chunk.toString();
      });
      child = started;
      // The server logs when it is up. Polling before that would slow its start.
      await firstOutput;
      while (!(await isReady(url))) {
        if (hasEnded) throw new Error(`The server ended: ${errors}`);
        await delay(25);
      }
    },
    kill: async () => {
      await end('SIGKILL');
    },
    hangUp: () => {
      child?.kill('SIGHUP');
    },
    stop: () => end('SIGTERM'),
  };
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => null);
  return response?.ok === true;
}
