import { type ChildProcess, spawn } from 'node:child_process';
import type { Unprivileged } from './unprivileged.ts';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function spawnAs(
  user: Unprivileged,
  file: string,
  args: string[],
  options: object = {},
): ChildProcess {
  const [command = file, ...rest] = [...user.prefix, file, ...args];
  return spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], ...user.options, ...options });
}

export function finished(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
