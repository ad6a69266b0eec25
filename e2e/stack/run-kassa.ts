import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { stack, stackEnvironment } from './stack.ts';

const kassa = path.join(stack.root, 'packages/server/bin/kassa.mjs');

/**
 * Runs `kassa` on the running stack. Returns its output.
 * @throws with its output if the command fails.
 */
export async function runKassa(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [kassa, ...args], {
    env: { ...process.env, ...stackEnvironment },
  });
  return stdout;
}
