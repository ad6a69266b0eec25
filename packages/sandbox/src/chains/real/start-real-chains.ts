import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startAnvilDriver } from './anvil-driver.ts';
import { startLitecoinDriver } from './litecoin-driver.ts';
import type { NodeDriver } from './node-driver.ts';

/**
 * Starts the test nodes that take the place of two simulated chains: Anvil for Ethereum, and
 * Litecoin Core in regtest. Their chains are kept beside the journals.
 * @throws if one of them is not installed; no other is left running then.
 */
export async function startRealChains(dataFolder: string): Promise<NodeDriver[]> {
  const folder = join(dataFolder, 'chains', 'nodes');
  mkdirSync(folder, { recursive: true });
  const litecoin = await startLitecoinDriver(folder);
  try {
    return [litecoin, await startAnvilDriver(folder)];
  } catch (error) {
    await litecoin.stop();
    throw error;
  }
}
