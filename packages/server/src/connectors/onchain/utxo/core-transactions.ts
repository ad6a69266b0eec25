import { ChainError } from '../../chain-rail.ts';
import { explainRefusal, isNoTransaction, isUnknownForm } from './core-faults.ts';
import { type CoreRpc, type RpcOutcome, TooLongError } from './core-rpc.ts';
import { type CoreTransaction, transactionSchema } from './core-schemas.ts';

/** So many transactions of one request; of long ones fewer. */
const batchSize = 100;
/** So many requests at a time: a node has four threads for all its users. */
const concurrency = 2;

/**
 * Loads transactions by their ids, in their order; null for each that the node doesn't have.
 * @param blockHash - of their block: a Core node without an index of transactions finds them then
 */
export async function loadTransactions(
  rpc: CoreRpc,
  txids: readonly string[],
  blockHash: string | null,
): Promise<(CoreTransaction | null)[]> {
  const parts: (readonly string[])[] = [];
  for (let at = 0; at < txids.length; at += batchSize) parts.push(txids.slice(at, at + batchSize));
  const loaded = await mapLimited(parts, concurrency, (part) => loadPart(rpc, part, blockHash));
  return loaded.flat();
}

/** Runs at most `limit` at a time; the results are in the order of the items. */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  limit: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const work = async () => {
    for (const [index, item] of rest) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}

async function loadPart(
  rpc: CoreRpc,
  txids: readonly string[],
  blockHash: string | null,
): Promise<(CoreTransaction | null)[]> {
  try {
    const outcomes = await request(rpc, txids, blockHash);
    return txids.map((txid, index) => decode(txid, outcomes[index]));
  } catch (error) {
    if (!(error instanceof TooLongError) || txids.length < 2) throw error;
    const middle = Math.ceil(txids.length / 2);
    const first = await loadPart(rpc, txids.slice(0, middle), blockHash);
    return [...first, ...(await loadPart(rpc, txids.slice(middle), blockHash))];
  }
}

async function request(
  rpc: CoreRpc,
  txids: readonly string[],
  blockHash: string | null,
): Promise<RpcOutcome[]> {
  const ask = (params: readonly unknown[]) =>
    rpc.batch(
      txids.map((txid) => ({ method: 'getrawtransaction', params: [txid, true, ...params] })),
    );
  const outcomes = await ask(blockHash === null ? [] : [blockHash]);
  const [first] = outcomes;
  // Dogecoin Core 1.14 takes no block.
  const isRefused = blockHash !== null && first?.kind === 'refused' && isUnknownForm(first);
  return isRefused ? await ask([]) : outcomes;
}

function decode(txid: string, outcome: RpcOutcome | undefined): CoreTransaction | null {
  if (outcome?.kind === 'refused') {
    if (isNoTransaction(outcome)) return null;
    throw explainRefusal('getrawtransaction', outcome);
  }
  const transaction = transactionSchema.safeParse(outcome?.result);
  if (!transaction.success || transaction.data.txid !== txid) {
    throw new ChainError('malformed', `unreadable: transaction ${txid}`);
  }
  return transaction.data;
}
