import { blockchains } from '@kassa/contract';
import type { ChainUpdate } from './complete.machine.ts';

/** Returns the address of a transaction's page in the explorer of its blockchain. */
export function explorerAddress({
  blockchain,
  txid,
}: Pick<ChainUpdate, 'blockchain' | 'txid'>): string {
  return blockchains[blockchain].explorerUrl + encodeURIComponent(txid);
}
