import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The time for the output that arrives after a part's exit. */
const lastOutputMs = 1000;

/** A program that a start consists of. */
export interface Part {
  name: string;
  args: string[];
  cwd: string;
  environment: NodeJS.ProcessEnv;
  /** The folder of its log, `<name>.log`. */
  logFolder: string;
  /**
   * Responds with 200 once the part is ready. Without it the part sends the message `ready` itself,
   * so that no other program's response on the same port counts.
   */
  readyUrl?: string;
}

export interface RunningPart {
  process: ChildProcess;
  /** Resolves with true once the part is ready, and with false if it ended or the time is up. */
  becomesReady: (withinMs: number) => Promise<boolean>;
  /** Resolves with a description of the end, and the last output of errors. */
  ended: Promise<string>;
}

/** Starts a part in its own process group: Ctrl-C doesn't reach it. */
export function startPart(part: Part): RunningPart {
  const log = openSync(path.join(part.logFolder, `${part.name}.log`), 'a', 0o600);
  const child = spawn(process.execPath, part.args, {
    cwd: part.cwd,
    env: part.environment,
    detached: process.platform !== 'win32',
    stdio: ['ignore', log, 'pipe', 'ipc'],
  });
  let errorOutput = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput = `${errorOutput}${chunk.toString()}`.slice(-4000);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      const finish = () => resolve(`The ${part.name} stopped (${code ?? signal}).\n${errorOutput}`);
      // The rest of the output arrives after the exit. A program that the part has left running
      // keeps the pipe open.
      child.once('close', finish);
      setTimeout(finish, lastOutputMs).unref();
    });
  });
  const ready = new Promise<boolean>((resolve) => {
    child.on('message', (message) => message === 'ready' && resolve(true));
    child.once('exit', () => resolve(false));
    if (part.readyUrl !== undefined) void poll(part.readyUrl, child).then(resolve);
  });
  return {
    process: child,
    becomesReady: (withinMs) => Promise.race([ready, delay(withinMs, false, { ref: false })]),
    ended,
  };
}

async function poll(url: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    if (response?.ok) return true;
    await delay(100);
  }
  return false;
}
