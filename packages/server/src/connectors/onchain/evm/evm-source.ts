import type { Blockchain } from '@kassa/contract';
import { ChainError, type ChainSource, type ChainTransfer } from '../../chain-rail.ts';
import type { NodeAccess } from '../node-access.ts';
import { TooMuchError } from './explain-error.ts';
import { buildNodeClient, type NodeClient } from './node-client.ts';
import { type BlockWithLogs, findBlock, readBlocks } from './read-blocks.ts';
import { readCoinTransfers, readTokenTransfers } from './read-transfers.ts';
import { decode, headSchema, quantitySchema, receiptSchema, syncingSchema } from './schemas.ts';

export interface EvmSourceOptions {
  blockchain: Blockchain;
  node: NodeAccess;
  /** EIP-155; a node of another chain is refused. */
  chainId: number;
  /** Of one request. */
  timeoutMs: number;
}

/** The most blocks of one request. */
const batchSize = 20;

/**
 * Builds the source of a chain whose nodes speak Ethereum's JSON-RPC. It sees the coin that a
 * transaction itself sends, and every token's logs of transfers.
 *
 * It does not see coins that a contract sends while it runs (an exchange's collective payout, a
 * smart wallet), nor withdrawals of stakers: no log tells of them, and only a node that traces every
 * transaction could. Such money lies at the address and is collected with the rest; the operator
 * credits it by hand.
 */
export function buildEvmSource(options: EvmSourceOptions): ChainSource {
  const { chainId, timeoutMs } = options;
  const node = buildNodeClient(options.node, timeoutMs);
  /** The block in which each payment was seen. */
  const blockOf = new WeakMap<ChainTransfer, string>();
  /** What the node has answered at once lately; in busy times it refuses less than usual. */
  let size = batchSize;

  async function readPart(from: number, to: number): Promise<BlockWithLogs[]> {
    try {
      const part = await readBlocks(node, from, to);
      size = Math.min(size + 1, batchSize);
      return part;
    } catch (error) {
      // A range that takes too long must not be asked for again and again.
      const isUnavailable = error instanceof ChainError && error.reason === 'unavailable';
      if (isUnavailable) size = Math.ceil((to - from + 1) / 2);
      if (error instanceof TooMuchError && to > from) return [];
      throw error;
    }
  }

  return {
    host: node.host,
    batchSize,
    tip: () => readTip(node, chainId),
    hashAt: async (height) => (await findBlock(node, height))?.hash ?? null,
    blocks: async (from, to) => {
      const read: BlockWithLogs[] = [];
      while (from + read.length <= to) {
        const start = from + read.length;
        read.push(...(await readPart(start, Math.min(start + size - 1, to))));
      }
      checkOrder(read);
      return read.map(({ block, logs }) => {
        const transfers = [...readCoinTransfers(block), ...readTokenTransfers(logs)];
        for (const transfer of transfers) blockOf.set(transfer, block.hash);
        const { number: height, hash, parentHash } = block;
        const minedAt = new Date(block.timestamp * 1000);
        return { height, hash, parentHash, minedAt, transfers, spends: [] };
      });
    },
    hasMoved: async (transfer) =>
      // A failed transaction leaves no logs.
      transfer.contract !== null || hasSucceeded(node, transfer.txid, blockOf.get(transfer)),
  };
}

async function readTip(node: NodeClient, chainId: number) {
  const id = decode(quantitySchema, await node.call('eth_chainId'), 'eth_chainId');
  if (id !== BigInt(chainId)) {
    throw new ChainError('wrongNetwork', `the node serves chain ${id}, not ${chainId}`);
  }
  const [syncing, latest] = await Promise.all([
    node.call('eth_syncing'),
    node.call('eth_getBlockByNumber', 'latest', false),
  ]);
  if (decode(syncingSchema, syncing, 'eth_syncing') !== false) {
    throw new ChainError('syncing', 'the node loads the chain');
  }
  const { number: height, hash, timestamp } = decode(headSchema, latest, 'eth_getBlockByNumber');
  return { height, hash, minedAt: new Date(timestamp * 1000) };
}

/**
 * Whether a transaction did what it was sent for.
 * @param blockHash - the block in which it was seen: in another one it may end otherwise
 */
async function hasSucceeded(
  node: NodeClient,
  txid: string,
  blockHash: string | undefined,
): Promise<boolean> {
  const method = 'eth_getTransactionReceipt';
  const receipt = decode(receiptSchema, await node.call(method, txid), method);
  if (!receipt || (blockHash !== undefined && receipt.blockHash !== blockHash)) {
    throw new ChainError(
      'malformed',
      `${method}: the transaction isn't in its block (a moved chain)`,
    );
  }
  return receipt.status === '0x1';
}

/** A reorganisation between two requests mixes two chains. */
function checkOrder(blocks: readonly BlockWithLogs[]): void {
  for (const [position, { block }] of blocks.entries()) {
    const earlier = blocks[position - 1];
    if (!earlier || earlier.block.hash === block.parentHash) continue;
    throw new ChainError('malformed', `block ${block.number}: the chain moved meanwhile`);
  }
}
