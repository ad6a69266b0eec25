import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const readyWithinMs = 60_000;

/** A program that a test runs for itself. */
export interface OwnProcess {
  child: ChildProcess;
  /** Ends it at once, and waits until it is gone. */
  end: () => Promise<void>;
}

/**
 * Starts a program, and waits until it takes connections on a port of this machine.
 * @throws with what it said, where it doesn't.
 */
export async function startOwnProcess(
  file: string,
  args: string[],
  port: number,
): Promise<OwnProcess> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  const deadline = Date.now() + readyWithinMs;
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await end();
      throw new Error(`${file} did not start: ${said}`);
    }
    await delay(20);
  }
  return { child, end };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const finish = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
