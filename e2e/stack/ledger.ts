import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { stack, stackEnvironment } from './stack.ts';

/**
 * Runs the operator's ledger check on the running stack's database. Returns its output.
 * @throws with its output if the ledger doesn't balance.
 */
export async function checkLedger(): Promise<string> {
  const kassa = path.join(stack.root, 'packages/server/bin/kassa.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [kassa, 'ledger', 'check'], {
    env: { ...process.env, ...stackEnvironment },
  });
  return stdout;
}
