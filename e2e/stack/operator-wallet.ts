import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { readBrandSecret } from './brands.ts';
import { brandFolder, stack } from './stack.ts';

interface Transfer {
  operation: string;
  playerId: string;
  amount: string;
}

/** Returns Kassa's transfers on a player's account in the demo's wallet. */
export function readTransfers(playerId: string): Transfer[] {
  const journal = readFileSync(path.join(brandFolder('wallet'), 'demo/wallet.jsonl'), 'utf8');
  return journal
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { transfer?: Transfer; refusal?: string | null } => JSON.parse(line))
    .flatMap(({ transfer, refusal }) => (transfer && refusal === null ? [transfer] : []))
    .filter((transfer) => transfer.playerId === playerId);
}

/**
 * Runs the operator's conformance suite against the demo's wallet. Returns its output.
 * @throws with its output if a rule is broken.
 */
export async function checkWallet(playerId: string): Promise<string> {
  const kassa = path.join(stack.root, 'packages/server/bin/kassa.mjs');
  const target = [
    '--url',
    `${stack.brandUrls.wallet}/wallet`,
    '--player',
    playerId,
    '--currency',
    'EUR',
  ];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [kassa, 'wallet', 'conformance', ...target],
    { env: { ...process.env, KASSA_WALLET_SECRET: readBrandSecret('wallet') } },
  );
  return stdout;
}
