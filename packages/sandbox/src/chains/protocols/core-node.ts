import { type ChainName, chainFacts } from '../chain-facts.ts';
import type { SimulatedTransaction } from '../chain-journal.ts';
import { writeUnits } from '../coin-units.ts';
import { type SimulatedBlock, type SimulatedChain, scriptOf } from '../simulated-chain.ts';
import { digest } from '../simulated-digest.ts';
import type { SimulatedDriver } from '../simulated-driver.ts';
import { askWallet, readOutputs } from './core-wallet.ts';
import { type AnswerCall, type RpcAnswer, refuse } from './json-rpc.ts';

declare global {
  interface JSON {
    /** Makes `JSON.stringify` write a text as it is (ECMAScript 2026). */
    rawJSON: (text: string) => object;
  }
}

const notFound = -5;
const outOfRange = -8;

/** The size of every simulated transaction: one input, two outputs. */
const virtualBytes = 141;

/**
 * Answers as a node of Bitcoin Core and its relatives does, in regtest.
 * @param driver - takes the transactions that are sent
 */
export function answerAsCore(chain: SimulatedChain, driver: SimulatedDriver): AnswerCall {
  return (method, params) => {
    switch (method) {
      case 'getblockchaininfo':
        return { result: describeChain(chain) };
      case 'getblockcount':
        return { result: chain.tip.height };
      case 'getbestblockhash':
        return { result: chain.tip.hash };
      case 'getblockhash':
        return findHash(chain, Number(params[0]));
      case 'getblockheader':
      case 'getblock':
        return findBlock(chain, String(params[0]), method === 'getblock' ? params[1] : 0);
      case 'getrawmempool':
        return { result: listPending(chain, params[0] === true) };
      case 'getmempoolentry':
        return findEntry(chain, String(params[0]));
      case 'getrawtransaction':
        return findTransaction(chain, String(params[0]), params[2]);
      case 'getnetworkinfo':
        return { result: { version: 0, subversion: '/Sandbox (simulated):0/', warnings: '' } };
      default:
        return askWallet(chain, driver, method, params) ?? refuse(-32_601, 'Method not found');
    }
  };
}

function describeChain({ tip }: SimulatedChain) {
  return {
    chain: 'regtest',
    blocks: tip.height,
    headers: tip.height,
    bestblockhash: tip.hash,
    difficulty: 0,
    time: tip.minedAt / 1000,
    mediantime: tip.minedAt / 1000,
    verificationprogress: 1,
    initialblockdownload: false,
    pruned: false,
    warnings: '',
  };
}

function findHash(chain: SimulatedChain, height: number): RpcAnswer {
  const block = chain.at(height);
  return block === undefined
    ? refuse(outOfRange, 'Block height out of range')
    : { result: block.hash };
}

function findBlock(chain: SimulatedChain, hash: string, verbosity: unknown): RpcAnswer {
  const block = chain.byHash(hash);
  if (block === undefined) return refuse(notFound, 'Block not found');
  const next = chain.isCurrent(block) ? chain.at(block.height + 1)?.hash : undefined;
  const reward = writeCoinbase(chain.blockchain, block);
  const transactions = [
    reward,
    ...block.transactions.map((one) => writeTransaction(chain.blockchain, one)),
  ];
  return {
    result: {
      hash: block.hash,
      confirmations: chain.isCurrent(block) ? chain.tip.height - block.height + 1 : -1,
      height: block.height,
      version: 0x20000000,
      time: block.minedAt / 1000,
      mediantime: block.minedAt / 1000,
      ...(block.height > 0 && { previousblockhash: block.parentHash }),
      ...(next !== undefined && { nextblockhash: next }),
      nTx: transactions.length,
      ...(verbosity !== 0 && { tx: verbosity === 2 ? transactions : transactions.map(idOf) }),
    },
  };
}

const idOf = ({ txid }: { txid: string }) => txid;

/** Every block begins with a transaction that spends nothing. */
function writeCoinbase(blockchain: ChainName, block: SimulatedBlock) {
  const txid = digest('coinbase', block.hash);
  const vin = [{ coinbase: Buffer.from(`${block.height}`).toString('hex'), sequence: 0xffffffff }];
  return { txid, hash: txid, vin, vout: [writeOutput(blockchain, 0, '6a', 5_000_000_000n)] };
}

function writeTransaction(blockchain: ChainName, transaction: SimulatedTransaction) {
  const { id, to, units, sender, spends, raw } = transaction;
  if (raw !== undefined) return writeSigned(blockchain, id, raw);
  return {
    txid: id,
    hash: id,
    version: 2,
    size: 222,
    vsize: virtualBytes,
    vin: [{ txid: spends, vout: 0, sequence: 0xfffffffd }],
    vout: [
      writeOutput(blockchain, 0, to, BigInt(units)),
      writeOutput(blockchain, 1, scriptOf(sender), 1_234_567n),
    ],
  };
}

/** A transaction that a program has signed, as it is. */
function writeSigned(blockchain: ChainName, id: string, raw: string) {
  const { inputs, outputs } = readOutputs(raw);
  const size = raw.length / 2;
  return {
    txid: id,
    hash: id,
    version: 2,
    size,
    vsize: virtualBytes,
    vin: inputs,
    vout: outputs.map(({ script, amount }, n) => writeOutput(blockchain, n, script, amount)),
    hex: raw,
  };
}

function writeOutput(blockchain: ChainName, n: number, hex: string, units: bigint) {
  const { decimals } = chainFacts[blockchain].coins[0];
  return { value: JSON.rawJSON(writeUnits(units, decimals)), n, scriptPubKey: { hex } };
}

function listPending(chain: SimulatedChain, isVerbose: boolean) {
  const pending = chain.pending();
  if (!isVerbose) return pending.map(({ id }) => id);
  return Object.fromEntries(pending.map((one) => [one.id, writeEntry(chain, one)]));
}

function findEntry(chain: SimulatedChain, txid: string): RpcAnswer {
  const found = chain.pending().find(({ id }) => id === txid);
  return found === undefined
    ? refuse(notFound, 'Transaction not in mempool')
    : { result: writeEntry(chain, found) };
}

function writeEntry({ blockchain, tip }: SimulatedChain, transaction: SimulatedTransaction) {
  const { decimals } = chainFacts[blockchain].coins[0];
  const fee = JSON.rawJSON(writeUnits(BigInt(transaction.feeRate * virtualBytes), decimals));
  return {
    vsize: virtualBytes,
    weight: virtualBytes * 4,
    time: Math.floor(transaction.sentAt / 1000),
    height: tip.height,
    fees: { base: fee, modified: fee, ancestor: fee, descendant: fee },
    depends: [],
    spentby: [],
    'bip125-replaceable': true,
  };
}

/** Like a node without an index of transactions: in blocks it finds only what it is pointed to. */
function findTransaction(chain: SimulatedChain, txid: string, blockHash: unknown): RpcAnswer {
  const placed = chain.find(txid);
  const hash = placed?.block?.hash;
  if (placed === undefined || (hash !== undefined && blockHash !== hash)) {
    return refuse(notFound, 'No such mempool transaction');
  }
  const written = writeTransaction(chain.blockchain, placed.transaction);
  return { result: hash === undefined ? written : { ...written, blockhash: hash } };
}
