import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const readyWithinMs = 60_000;

/** A program that a test runs as a process of its own. */
export interface OwnProcess {
  child: ChildProcess;
  /** Kills the process and waits until it has exited. */
  end: () => Promise<void>;
}

/**
 * Starts a program and waits until it accepts connections on a local port.
 * @throws with the program's output if it doesn't start.
 */
export async function startOwnProcess(
  file: string,
  args: string[],
  port: number,
): Promise<OwnProcess> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
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
      throw new Error(`${file} did not start: ${output}`);
    }
    await delay(20);
  }
  return { child, end };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const finish = (isListening: boolean) => {
      socket.destroy();
      resolve(isListening);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
