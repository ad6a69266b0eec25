import { type Blockchain, blockchains } from '@kassa/contract';

/** Returns the address of a transaction's page in the explorer of its blockchain. */
export function explorerAddress({
  blockchain,
  txid,
}: {
  blockchain: Blockchain;
  txid: string;
}): string {
  return blockchains[blockchain].explorerUrl + encodeURIComponent(txid);
}
