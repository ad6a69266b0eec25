import { ChainError, type PendingChanges } from '../../chain-rail.ts';
import { explainRefusal, isNoTransaction } from './core-faults.ts';
import type { CoreRpc } from './core-rpc.ts';
import { type CoreTransaction, txidsSchema } from './core-schemas.ts';
import { loadTransactions } from './core-transactions.ts';
import { readMovements } from './core-transfers.ts';

/** The most new transactions of a call. */
const mostNew = 2_000;

/** Returns a function that gives the transactions that wait since its last call. */
export function makePendingReader(rpc: CoreRpc): () => Promise<PendingChanges> {
  /** Those that wait and were given out. */
  let seen = new Set<string>();
  return async () => {
    const waiting = await loadWaiting(rpc);
    const fresh: string[] = [];
    for (const txid of waiting) {
      if (fresh.length === mostNew) break;
      if (!seen.has(txid)) fresh.push(txid);
    }
    const transactions = await loadTransactions(rpc, fresh, null);
    // Only now, so that a failed call loses none; without those that wait no more.
    seen = new Set([...waiting.filter((txid) => seen.has(txid)), ...fresh]);
    return readMovements(transactions.filter(isWaiting));
  };
}

/** Asks whether a transaction waits for a block. */
export async function loadIsPending(rpc: CoreRpc, txid: string): Promise<boolean> {
  const outcome = await rpc.call('getmempoolentry', txid);
  if (outcome.kind === 'result') return true;
  if (isNoTransaction(outcome)) return false;
  throw explainRefusal('getmempoolentry', outcome);
}

async function loadWaiting(rpc: CoreRpc): Promise<string[]> {
  const outcome = await rpc.call('getrawmempool');
  if (outcome.kind === 'refused') throw explainRefusal('getrawmempool', outcome);
  const txids = txidsSchema.safeParse(outcome.result);
  if (!txids.success) throw new ChainError('malformed', 'unreadable: its waiting transactions');
  return txids.data;
}

/** It may have vanished or come into a block since it was listed. */
function isWaiting(transaction: CoreTransaction | null): transaction is CoreTransaction {
  return transaction !== null && !transaction.blockhash;
}
