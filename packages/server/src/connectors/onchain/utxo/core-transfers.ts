import type { ChainSpend, ChainTransfer } from '../../chain-rail.ts';
import type { CoreTransaction } from './core-schemas.ts';

/** In digits of hex. No address has a longer script; longer ones hold data. */
const longestScript = 84;

/** The payments and spent outputs of transactions. */
export function readMovements(transactions: readonly CoreTransaction[]): {
  transfers: ChainTransfer[];
  spends: ChainSpend[];
} {
  const transfers: ChainTransfer[] = [];
  const spends: ChainSpend[] = [];
  for (const { txid, vin, vout } of transactions) {
    for (const { value, n, scriptPubKey } of vout) {
      // Parts of MWEB have no amount that others can read.
      if (value === undefined || n === undefined || !scriptPubKey) continue;
      if (value === 0n || scriptPubKey.hex.length > longestScript) continue;
      transfers.push({
        txid,
        index: String(n),
        target: scriptPubKey.hex.toLowerCase(),
        memo: null,
        contract: null,
        units: value,
      });
    }
    for (const input of vin) {
      if (input.txid === undefined || input.vout === undefined) continue;
      spends.push({ txid: input.txid, index: String(input.vout), spentBy: txid });
    }
  }
  return { transfers, spends };
}
