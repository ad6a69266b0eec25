import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { stack, stackEnvironment } from './stack.ts';

/**
 * Runs the operator's ledger check on the running stack's database, and returns what it says.
 * @throws with its output when the books do not balance.
 */
export async function checkLedger(): Promise<string> {
  const kassa = path.join(stack.root, 'packages/server/bin/kassa.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [kassa, 'ledger', 'check'], {
    env: { ...process.env, ...stackEnvironment },
  });
  return stdout;
}
