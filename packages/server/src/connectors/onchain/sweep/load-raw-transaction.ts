import { ChainError } from '../../chain-rail.ts';
import type { NodeAccess } from '../node-access.ts';
import { connectCoreRpc } from '../utxo/core-rpc.ts';

/**
 * Loads a transaction in hex from the first node that has it. A node without an index of its
 * transactions (`txindex=1`) has only those of its own wallet or that wait for a block.
 * @throws {@link ChainError} of the last node
 */
export async function loadRawTransaction(
  nodes: readonly NodeAccess[],
  txid: string,
  timeoutMs: number,
): Promise<string> {
  let failure = new ChainError('unavailable', 'no node is set');
  for (const node of nodes) {
    try {
      const outcome = await connectCoreRpc({ node, timeoutMs }).call('getrawtransaction', txid);
      if (outcome.kind === 'result' && typeof outcome.result === 'string') return outcome.result;
      failure = new ChainError(
        'pruned',
        `the transaction ${txid} is needed whole, and the node doesn't have it: set txindex=1`,
      );
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      failure = error;
    }
  }
  throw failure;
}
