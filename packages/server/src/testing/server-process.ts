import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A server as operators run it: a process of its own, that can be killed. */
export interface ServerProcess {
  /** Starts it, and waits until it takes requests. */
  start: () => Promise<void>;
  /** `kill -9`: no drain, no goodbye. Waits until it is gone. */
  kill: () => Promise<void>;
  /** SIGTERM: drains. Resolves with the exit code. */
  stop: () => Promise<number | null>;
}

/** Half of a start's work is reading the same program again. */
const compileCache = path.join(tmpdir(), 'kassa-compile-cache');

/** Describes a server process with these settings; nothing runs before `start`. */
export function describeServerProcess(url: string, settings: NodeJS.ProcessEnv): ServerProcess {
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
    start: async () => {
      let complaint = '';
      const main = path.resolve(import.meta.dirname, '../main.ts');
      const started = spawn(process.execPath, [main], {
        env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let hasEnded = false;
      const untilSaid = new Promise<void>((resolve, reject) => {
        started.once('error', reject);
        started.stdout.once('data', () => resolve()).resume();
        started.once('exit', () => {
          hasEnded = true;
          resolve();
        });
      });
      started.stderr.on('data', (chunk: Buffer) => {
        complaint += chunk.toString();
      });
      child = started;
      // It says that it is up: whoever asks and asks takes time from its start.
      await untilSaid;
      while (!(await isReady(url))) {
        if (hasEnded) throw new Error(`The server ended: ${complaint}`);
        await delay(25);
      }
    },
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => null);
  return response?.ok === true;
}
