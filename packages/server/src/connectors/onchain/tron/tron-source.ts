import type * as z from 'zod/mini';
import { type ChainBlock, ChainError, type ChainSource } from '../../chain-rail.ts';
import type { NodeAccess } from '../node-access.ts';
import { type AskNode, buildAskNode } from './ask-node.ts';
import { hasContractCall, readCoinTransfers, readTokenTransfers } from './read-transfers.ts';
import {
  blockListSchema,
  blockSchema,
  infosSchema,
  nothingSchema,
  type TronBlock,
} from './schemas.ts';

/*
 * TRON by the HTTP API of a full node (java-tron), which providers such as TronGrid offer as well.
 * Written from tronprotocol/documentation-en, docs/api/http/, and the source of java-tron 4.8. The
 * tests answer as those documents say: NO LIVE NODE OF TRON STOOD BEHIND THEM.
 *
 * Called, all by POST: wallet/getnowblock, wallet/getblockbynum {num}, wallet/getblockbylimitnext
 * {startNum, endNum}, wallet/gettransactioninfobyblocknum {num}.
 *
 * Not seen: TRX that a contract sends on (an internal transaction), which nodes keep only if so
 * configured, and TRC-10 tokens. The API doesn't say whether a node still loads the chain: its
 * newest block is then old, and the watcher calls the node lagging.
 */

interface TronSourceOptions {
  node: NodeAccess;
  /** `test`: any network but the main one, such as Nile, Shasta or a private one. */
  network: 'main' | 'test';
  timeoutMs: number;
}

/**
 * The id of the main network's block 0. Its last 4 bytes are the chain's id, 0x2b6653dc, which
 * TRON's document of `eth_chainId` names.
 */
export const mainGenesis = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';

/** Builds the client of one node of TRON. */
export function buildTronSource({ node, network, timeoutMs }: TronSourceOptions): ChainSource {
  const ask = buildAskNode(node, timeoutMs);
  let isNetworkKnown = false;

  async function checkNetwork(): Promise<void> {
    if (isNetworkKnown) return;
    const genesis = await readBlock(ask, 0);
    if (!genesis) throw new ChainError('pruned', 'without block 0 its network is unknown');
    if ((genesis.blockID === mainGenesis) !== (network === 'main')) {
      throw new ChainError('wrongNetwork', `block 0 is ${genesis.blockID}`);
    }
    isNetworkKnown = true;
  }

  return {
    host: new URL(node.url).host,
    tip: async () => {
      await checkNetwork();
      const { height, hash, minedAt } = headOf(await readNewest(ask));
      return { height, hash, minedAt };
    },
    hashAt: async (height) => (await readBlock(ask, height))?.blockID ?? null,
    blocks: async (from, to) => {
      const blocks: ChainBlock[] = [];
      for (const block of await readRange(ask, from, to)) {
        const transfers = [...readCoinTransfers(block), ...(await askTokenTransfers(ask, block))];
        blocks.push({ ...headOf(block), transfers, spends: [] });
      }
      return blocks;
    },
    // The API's limit is 100, but a range must fit into one answer.
    batchSize: 5,
  };
}

function headOf({ blockID, block_header: { raw_data } }: TronBlock) {
  return {
    height: raw_data.number,
    hash: blockID,
    parentHash: raw_data.parentHash,
    minedAt: new Date(raw_data.timestamp),
  };
}

async function readNewest(ask: AskNode): Promise<TronBlock> {
  const answer = await ask('getnowblock');
  if (nothingSchema.safeParse(answer).success) {
    throw new ChainError('unavailable', 'getnowblock: the node has no block yet');
  }
  return decode(blockSchema, answer, 'getnowblock');
}

/** Null if the node has no block of this height. */
async function readBlock(ask: AskNode, height: number): Promise<TronBlock | null> {
  const answer = await ask('getblockbynum', { num: height });
  if (nothingSchema.safeParse(answer).success) return null;
  const block = decode(blockSchema, answer, 'getblockbynum');
  if (block.block_header.raw_data.number !== height) {
    throw new ChainError('malformed', 'getblockbynum: it is another block');
  }
  return block;
}

/** Reads all blocks of a range, in order and linked. */
async function readRange(ask: AskNode, from: number, to: number): Promise<TronBlock[]> {
  const call = 'getblockbylimitnext';
  const { block: blocks } = decode(
    blockListSchema,
    await ask(call, { startNum: from, endNum: to + 1 }),
    call,
  );
  blocks.sort((a, b) => a.block_header.raw_data.number - b.block_header.raw_data.number);
  for (const [place, { block_header }] of blocks.entries()) {
    const { number, parentHash } = block_header.raw_data;
    const parent = blocks[place - 1];
    if (number > to || number < from || (parent && parent.blockID !== parentHash)) {
      throw new ChainError('malformed', `${call}: the blocks form no chain`);
    }
  }
  if (blocks.length < to - from + 1) throw await explainGap(ask, to);
  return blocks;
}

/** A node behind the one that named the tip may have the blocks soon; another has lost them. */
async function explainGap(ask: AskNode, to: number): Promise<ChainError> {
  const { number } = (await readNewest(ask)).block_header.raw_data;
  return number < to
    ? new ChainError('unavailable', `the node is at block ${number}, before ${to}`)
    : new ChainError('pruned', `blocks up to ${to} are missing`);
}

async function askTokenTransfers(ask: AskNode, block: TronBlock) {
  if (!hasContractCall(block)) return [];
  const call = 'gettransactioninfobyblocknum';
  const { number, timestamp } = block.block_header.raw_data;
  const infos = decode(infosSchema, await ask(call, { num: number }), call);
  // The answer is found by height: after a reorganisation it belongs to another block.
  const ids = new Set(infos.map(({ id }) => id));
  const isWhole = ids.size === infos.length && infos.length === block.transactions.length;
  const belongs =
    block.transactions.every(({ txID }) => ids.has(txID)) &&
    infos.every(({ blockTimeStamp = timestamp }) => blockTimeStamp === timestamp);
  if (!isWhole || !belongs) {
    // A node that is behind, or is configured to keep none, has no results.
    throw new ChainError('unavailable', `${call}: these are not the results of block ${number}`);
  }
  return readTokenTransfers(infos);
}

function decode<T extends z.ZodMiniType>(schema: T, answer: unknown, call: string): z.output<T> {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ChainError('malformed', `${call}: ${issue?.path.join('.') || 'the answer'} is wrong`);
}
