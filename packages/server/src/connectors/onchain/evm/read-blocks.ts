import { numberToHex } from 'viem/utils';
import { ChainError } from '../../chain-rail.ts';
import type { NodeCall, NodeClient } from './node-client.ts';
import {
  blockSchema,
  countSchema,
  decode,
  type EvmBlock,
  type EvmLog,
  headSchema,
  logsSchema,
} from './schemas.ts';
import { mayHoldTransfers, transferTopic } from './transfer-bloom.ts';

/** A block with its logs of tokens' transfers. */
export interface BlockWithLogs {
  block: EvmBlock;
  logs: EvmLog[];
}

const blockMethod = 'eth_getBlockByNumber';

/** Returns the head of a block; null if the node's best chain is shorter. */
export async function findBlock(node: NodeClient, height: number) {
  const result = await node.call(blockMethod, numberToHex(height), false);
  if (result !== null) return decode(headSchema, result, blockMethod);
  if (await hasReached(node, height)) throw forgotten(height);
  return null;
}

/**
 * Reads the blocks of a range, both ends included, and the logs of all tokens. One block is read by
 * single calls: so the smallest range works with nodes that take no batch.
 */
export async function readBlocks(
  node: NodeClient,
  from: number,
  to: number,
): Promise<BlockWithLogs[]> {
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) };
  const calls: NodeCall[] = [
    { method: 'eth_getLogs', params: [{ ...range, topics: [transferTopic] }] },
  ];
  for (let height = from; height <= to; height += 1) {
    calls.push({ method: blockMethod, params: [numberToHex(height), true] });
  }
  const [logsResult, ...results] =
    from === to
      ? await Promise.all(calls.map(({ method, params }) => node.call(method, ...params)))
      : await node.callTogether(calls);
  const blocks: EvmBlock[] = [];
  for (const [position, result] of results.entries()) {
    blocks.push(await decodeBlock(node, result, from + position));
  }
  const logs = decode(logsSchema, logsResult, 'eth_getLogs');
  return assignLogs(node, blocks, logs);
}

async function decodeBlock(node: NodeClient, result: unknown, height: number): Promise<EvmBlock> {
  if (result === null) {
    if (await hasReached(node, height)) throw forgotten(height);
    throw new ChainError('unavailable', `the node hasn't reached block ${height} yet`);
  }
  const block = decode(blockSchema, result, blockMethod);
  if (block.number === height) return block;
  throw new ChainError('malformed', `${blockMethod}: another block than ${height}`);
}

/** Gives each block its logs. */
async function assignLogs(
  node: NodeClient,
  blocks: readonly EvmBlock[],
  logs: readonly EvmLog[],
): Promise<BlockWithLogs[]> {
  const byHash = new Map(blocks.map((block) => [block.hash, { block, logs: [] as EvmLog[] }]));
  for (const log of logs) addLog(byHash, log);
  for (const { block, logs: own } of byHash.values()) {
    // Behind one address may be several nodes. One that hasn't reached a block yet answers a range
    // without its logs, and without an error; asked for that very block, it has to admit it.
    if (own.length > 0 || !mayHoldTransfers(block.logsBloom)) continue;
    const filter = { blockHash: block.hash, topics: [transferTopic] };
    const result = await node.call('eth_getLogs', filter);
    for (const log of decode(logsSchema, result, 'eth_getLogs')) addLog(byHash, log);
  }
  return [...byHash.values()];
}

function addLog(byHash: ReadonlyMap<string, BlockWithLogs>, log: EvmLog): void {
  const found = byHash.get(log.blockHash);
  if (!found || log.removed) {
    throw new ChainError('malformed', 'eth_getLogs: a log of another block (the chain moved)');
  }
  found.logs.push(log);
}

async function hasReached(node: NodeClient, height: number): Promise<boolean> {
  const latest = await node.call('eth_blockNumber');
  return decode(countSchema, latest, 'eth_blockNumber') >= height;
}

function forgotten(height: number): ChainError {
  return new ChainError('pruned', `the node no longer has block ${height}`);
}
