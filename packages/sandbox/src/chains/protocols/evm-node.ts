import * as z from 'zod/mini';
import { chainFacts, findToken } from '../chain-facts.ts';
import type { SimulatedTransaction } from '../chain-journal.ts';
import type { SimulatedBlock, SimulatedChain } from '../simulated-chain.ts';
import type { SimulatedDriver } from '../simulated-driver.ts';
import { askAccounts, balanceOf, balanceSelector } from './evm-accounts.ts';
import { type AnswerCall, type RpcAnswer, refuse } from './json-rpc.ts';

/** The first topic of a token's log of a transfer: the hash of `Transfer(address,address,uint256)`. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A call of `transfer(address,uint256)`. */
const transferSelector = '0xa9059cbb';

/**
 * Answers as a node of an EVM chain does.
 * @param driver - takes the transactions that are sent
 */
export function answerAsEvm(chain: SimulatedChain, driver: SimulatedDriver): AnswerCall {
  return (method, params) => {
    const [first, second] = params;
    switch (method) {
      case 'eth_chainId':
        return { result: hex(chainFacts[chain.blockchain].chainId ?? 0) };
      case 'eth_syncing':
        return { result: false };
      case 'eth_blockNumber':
        return { result: hex(chain.tip.height) };
      case 'eth_getBlockByNumber':
        return { result: writeBlock(chain, findAt(chain, first), second === true) };
      case 'eth_getBlockByHash':
        return {
          result: writeBlock(chain, chain.byHash(withoutPrefix(first)), second === true),
        };
      case 'eth_getLogs':
        return listLogs(chain, first);
      case 'eth_getTransactionReceipt':
        return { result: writeReceipt(chain, withoutPrefix(first)) };
      case 'eth_call':
        return callContract(chain, first);
      case 'eth_getTransactionByHash':
        return { result: findTransaction(chain, withoutPrefix(first)) };
      case 'web3_clientVersion':
        return { result: 'Sandbox (simulated)' };
      default:
        return (
          askAccounts(chain, driver, method, params) ??
          refuse(-32_601, `the method ${method} does not exist`)
        );
    }
  };
}

function findAt(chain: SimulatedChain, tag: unknown): SimulatedBlock | undefined {
  if (tag === 'earliest') return chain.at(0);
  if (typeof tag === 'string' && tag.startsWith('0x')) return chain.at(Number(tag));
  // `latest`, `safe` and `finalized` are the same without a consensus.
  return chain.tip;
}

function writeBlock(
  chain: SimulatedChain,
  block: SimulatedBlock | undefined,
  isFull: boolean,
): object | null {
  if (block === undefined) return null;
  const logs = block.transactions.flatMap((one, index) => logsOf(block, one, index));
  return {
    number: hex(block.height),
    hash: `0x${block.hash}`,
    parentHash: `0x${block.parentHash}`,
    timestamp: hex(block.minedAt / 1000),
    // A filter full of ones says only that there may be logs.
    logsBloom: `0x${(logs.length === 0 ? '0' : 'f').repeat(512)}`,
    miner: `0x${'0'.repeat(40)}`,
    gasLimit: hex(30_000_000),
    gasUsed: hex(21_000 * block.transactions.length),
    baseFeePerGas: hex(1_000_000_000),
    transactions: block.transactions.map((one, index) =>
      isFull ? writeTransaction(chain, block, one, index) : `0x${one.id}`,
    ),
    uncles: [],
  };
}

/** A transaction by its id, also one that waits for a block. */
function findTransaction(chain: SimulatedChain, txid: string): object | null {
  const placed = chain.find(txid);
  if (placed === undefined) return null;
  const { transaction, block } = placed;
  return writeTransaction(chain, block, transaction, block?.transactions.indexOf(transaction) ?? 0);
}

function writeTransaction(
  chain: SimulatedChain,
  block: SimulatedBlock | null,
  { id, sender, to, contract, units, nonce = 0 }: SimulatedTransaction,
  index: number,
) {
  return {
    hash: `0x${id}`,
    blockHash: block && `0x${block.hash}`,
    blockNumber: block && hex(block.height),
    transactionIndex: block && hex(index),
    chainId: hex(chainFacts[chain.blockchain].chainId ?? 0),
    from: `0x${sender}`,
    to: contract ?? to,
    value: contract === null ? hex(units) : '0x0',
    input: contract === null ? '0x' : `${transferSelector}${word(to)}${wordOf(units)}`,
    nonce: hex(nonce),
    gas: hex(100_000),
    gasPrice: hex(1_000_000_000),
    type: '0x0',
  };
}

/** A failed transaction leaves no logs. The simulated ones leave one at most. */
function logsOf(block: SimulatedBlock, transaction: SimulatedTransaction, index: number) {
  const { id, sender, to, contract, units, fails } = transaction;
  if (contract === null || fails) return [];
  const before = block.transactions.slice(0, index);
  return [
    {
      address: contract,
      topics: [transferTopic, `0x${word(sender)}`, `0x${word(to)}`],
      data: `0x${wordOf(units)}`,
      blockHash: `0x${block.hash}`,
      blockNumber: hex(block.height),
      transactionHash: `0x${id}`,
      transactionIndex: hex(index),
      logIndex: hex(before.filter((one) => one.contract !== null && !one.fails).length),
      removed: false,
    },
  ];
}

const filterSchema = z.object({
  fromBlock: z.optional(z.string()),
  toBlock: z.optional(z.string()),
  blockHash: z.optional(z.string()),
  topics: z.optional(z.array(z.unknown())),
});

/** Filters by blocks and the first topic, as those do who watch all tokens. */
function listLogs(chain: SimulatedChain, filter: unknown): RpcAnswer {
  const wanted = filterSchema.safeParse(filter).data;
  if (wanted === undefined) return refuse(-32_602, 'invalid filter');
  const topic = wanted.topics?.[0] ?? transferTopic;
  if (topic !== transferTopic) return { result: [] };
  const blocks = findBlocks(chain, wanted);
  if (blocks === null) return refuse(-32_000, 'unknown block');
  const logs = blocks.flatMap((block) =>
    block.transactions.flatMap((one, index) => logsOf(block, one, index)),
  );
  return { result: logs };
}

function findBlocks(
  chain: SimulatedChain,
  { blockHash, fromBlock, toBlock }: z.infer<typeof filterSchema>,
): SimulatedBlock[] | null {
  if (blockHash !== undefined) {
    const block = chain.byHash(withoutPrefix(blockHash));
    return block === undefined ? null : [block];
  }
  const from = findAt(chain, fromBlock)?.height ?? chain.tip.height + 1;
  const to = findAt(chain, toBlock)?.height ?? chain.tip.height;
  const heights = Array.from({ length: Math.max(0, to - from + 1) }, (_, offset) => from + offset);
  return heights.flatMap((height) => chain.at(height) ?? []);
}

function writeReceipt(chain: SimulatedChain, txid: string): object | null {
  const placed = chain.find(txid);
  if (!placed?.block) return null;
  const { block, transaction } = placed;
  const index = block.transactions.indexOf(transaction);
  return {
    transactionHash: `0x${transaction.id}`,
    transactionIndex: hex(index),
    blockHash: `0x${block.hash}`,
    blockNumber: hex(block.height),
    from: `0x${transaction.sender}`,
    to: transaction.contract ?? transaction.to,
    contractAddress: null,
    status: transaction.fails ? '0x0' : '0x1',
    gasUsed: hex(21_000),
    cumulativeGasUsed: hex(21_000 * (index + 1)),
    effectiveGasPrice: hex(1_000_000_000),
    logs: logsOf(block, transaction, index),
    type: '0x0',
  };
}

/** A call of `decimals()`. */
const decimalsSelector = '0x313ce567';

const callSchema = z.object({ to: z.string(), data: z.string() });

/** The tokens' contracts tell their decimals and balances, and nothing else. */
function callContract(chain: SimulatedChain, call: unknown): RpcAnswer {
  const wanted = callSchema.safeParse(call).data;
  if (wanted === undefined) return refuse(-32_602, 'invalid call');
  const token = findToken(chain.blockchain, wanted.to.toLowerCase());
  if (token === undefined) return { result: '0x' };
  if (wanted.data.startsWith(balanceSelector)) {
    const owner = `0x${wanted.data.slice(-40)}`;
    return { result: `0x${wordOf(`${balanceOf(chain, owner, token.contract)}`)}` };
  }
  if (wanted.data !== decimalsSelector) return refuse(3, 'execution reverted');
  return { result: `0x${wordOf(`${token.decimals}`)}` };
}

function hex(number: number | string): string {
  return `0x${BigInt(number).toString(16)}`;
}

function withoutPrefix(text: unknown): string {
  return String(text).toLowerCase().replace(/^0x/, '');
}

/** An address in 32 bytes, without a prefix. */
function word(address: string): string {
  return withoutPrefix(address).padStart(64, '0');
}

function wordOf(units: string): string {
  return BigInt(units).toString(16).padStart(64, '0');
}
