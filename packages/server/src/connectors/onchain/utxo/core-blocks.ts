import { type ChainBlock, ChainError } from '../../chain-rail.ts';
import { explainRefusal, isUnknownForm, rpcCodes } from './core-faults.ts';
import type { CoreRpc, RpcOutcome } from './core-rpc.ts';
import {
  type CoreBlockHead,
  type CoreTransaction,
  fullBlockSchema,
  hashSchema,
  listedBlockSchema,
} from './core-schemas.ts';
import { loadTransactions, mapLimited } from './core-transactions.ts';
import { readMovements } from './core-transfers.ts';

/** Two at a time: one is read while the other comes, and memory stays bounded. */
const concurrency = 2;

/** What a node takes: Core all transactions, bcoin three parameters, Dogecoin Core 1.14 ids alone. */
type BlockForm = 'verbosity' | 'details' | 'ids';
const forms: readonly BlockForm[] = ['verbosity', 'details', 'ids'];
const paramsOf: Record<BlockForm, readonly unknown[]> = {
  verbosity: [2],
  details: [true, true],
  ids: [true],
};

/** Explains why the answer to `getblockhash` has no hash; null: there is no such block. */
export function readHash(outcome: RpcOutcome | undefined): string | null {
  if (outcome?.kind === 'refused') {
    if (outcome.code === rpcCodes.invalidParameter) return null;
    throw explainRefusal('getblockhash', outcome);
  }
  const hash = hashSchema.safeParse(outcome?.result);
  if (!hash.success) throw new ChainError('malformed', 'unreadable: the hash of a block');
  return hash.data;
}

/** Returns a function that reads the blocks of a range, both ends included, in order. */
export function makeBlockReader(rpc: CoreRpc) {
  let known: BlockForm | null = null;

  const request = async (hash: string): Promise<{ form: BlockForm; result: unknown }> => {
    let refusal: ChainError | null = null;
    for (const form of known ? [known] : forms) {
      const outcome = await rpc.call('getblock', hash, ...paramsOf[form]);
      if (outcome.kind === 'result') {
        known = form;
        return { form, result: outcome.result };
      }
      refusal = explainRefusal('getblock', outcome);
      if (!isUnknownForm(outcome)) break;
      // It may be another release from now on: the next time, all forms are tried.
      known = null;
    }
    throw refusal ?? new ChainError('malformed', 'getblock has no answer');
  };

  const readBlock = async (height: number, hash: string): Promise<ChainBlock> => {
    const { form, result } = await request(hash);
    const { head, transactions } =
      form === 'ids' ? await readListed(rpc, hash, result) : readFull(result);
    if (head.hash !== hash || head.height !== height) {
      throw new ChainError('malformed', `asked for block ${height}, it answers ${head.height}`);
    }
    return {
      height,
      hash,
      parentHash: head.previousblockhash ?? '0'.repeat(64),
      minedAt: head.time,
      ...readMovements(transactions),
    };
  };

  return async (from: number, to: number): Promise<ChainBlock[]> => {
    const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const outcomes = await rpc.batch(
      heights.map((height) => ({ method: 'getblockhash', params: [height] })),
    );
    const places = heights.map((height, index) => {
      const hash = readHash(outcomes[index]);
      if (hash === null) throw new ChainError('unavailable', `it has no block ${height}`);
      return { height, hash };
    });
    const blocks = await mapLimited(places, concurrency, ({ height, hash }) =>
      readBlock(height, hash),
    );
    checkChain(blocks);
    return blocks;
  };
}

/** Hashes and blocks come one after another: blocks may have been replaced in between. */
function checkChain(blocks: readonly ChainBlock[]): void {
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1];
    if (!before || block.parentHash === before.hash) continue;
    throw new ChainError('unavailable', `block ${block.height} was replaced meanwhile`);
  }
}

interface ReadBlock {
  head: CoreBlockHead;
  transactions: CoreTransaction[];
}

function readFull(result: unknown): ReadBlock {
  const block = fullBlockSchema.safeParse(result);
  if (!block.success) throw unreadableBlock(block.error.issues);
  return { head: block.data, transactions: block.data.tx };
}

/** The transactions of a block that names only their ids. */
async function readListed(rpc: CoreRpc, hash: string, result: unknown): Promise<ReadBlock> {
  const block = listedBlockSchema.safeParse(result);
  if (!block.success) throw unreadableBlock(block.error.issues);
  // No node has the first block's transaction, whose coin can't be spent.
  const txids = block.data.height === 0 ? [] : block.data.tx;
  const transactions = await loadTransactions(rpc, txids, hash);
  return {
    head: block.data,
    transactions: transactions.map((transaction) => {
      if (transaction) return transaction;
      throw new ChainError(
        'misconfigured',
        `it doesn't give out transactions of block ${block.data.height}: it needs txindex=1`,
      );
    }),
  };
}

function unreadableBlock(issues: readonly { path: PropertyKey[]; message: string }[]): ChainError {
  const [issue] = issues;
  return new ChainError(
    'malformed',
    `unreadable: a block (${issue?.path.map(String).join('.')}: ${issue?.message})`,
  );
}
