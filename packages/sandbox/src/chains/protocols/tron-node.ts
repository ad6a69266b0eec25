import * as z from 'zod/mini';
import { tronBodyOf } from '../addresses/tron-address.ts';
import { findToken } from '../chain-facts.ts';
import type { SimulatedTransaction } from '../chain-journal.ts';
import type { SimulatedBlock, SimulatedChain } from '../simulated-chain.ts';
import { transferTopic } from './evm-node.ts';

const numberSchema = z.object({ num: z.number() });
const rangeSchema = z.object({ startNum: z.number(), endNum: z.number() });
/** With texts in the place of hex, as `visible` asks for. */
const callSchema = z.object({
  owner_address: z.string(),
  contract_address: z.string(),
  function_selector: z.string(),
  visible: z.literal(true),
});
const idSchema = z.object({ value: z.string() });

/** The most blocks of one answer, as of a real node. */
const mostBlocks = 100;

/**
 * Answers a call of `/wallet/…` as a full node of TRON does; undefined for a call that it doesn't
 * have. What isn't found is an empty object there.
 */
export function answerAsTron(chain: SimulatedChain, call: string, body: unknown): unknown {
  switch (call) {
    case 'getnowblock':
      return writeBlock(chain.tip);
    case 'getblockbynum': {
      const wanted = numberSchema.safeParse(body).data;
      return writeBlock(wanted && chain.at(wanted.num));
    }
    case 'getblockbylimitnext':
      return listBlocks(chain, body);
    case 'gettransactioninfobyblocknum': {
      const wanted = numberSchema.safeParse(body).data;
      return writeInfos(wanted && chain.at(wanted.num));
    }
    case 'gettransactioninfobyid':
    case 'gettransactionbyid':
      return findTransaction(chain, call === 'gettransactionbyid', body);
    case 'triggerconstantcontract':
      return callContract(chain, body);
    default:
      return undefined;
  }
}

function listBlocks(chain: SimulatedChain, body: unknown): object {
  const wanted = rangeSchema.safeParse(body).data;
  if (wanted === undefined) return {};
  const { startNum, endNum } = wanted;
  const count = Math.min(Math.max(0, endNum - startNum), mostBlocks);
  const blocks = Array.from({ length: count }, (_, offset) => chain.at(startNum + offset));
  const found = blocks.filter((block) => block !== undefined);
  return found.length === 0 ? {} : { block: found.map(writeBlock) };
}

/** A block's id begins with its number, in 8 bytes. */
function idOf(height: number, hash: string): string {
  return height < 0 ? hash : height.toString(16).padStart(16, '0') + hash.slice(16);
}

function writeBlock(block: SimulatedBlock | undefined): object {
  if (block === undefined) return {};
  const { height, hash, parentHash, minedAt, transactions } = block;
  return {
    blockID: idOf(height, hash),
    block_header: {
      raw_data: {
        ...(height > 0 && { number: height }),
        txTrieRoot: hash,
        parentHash: idOf(height - 1, parentHash),
        version: 30,
        timestamp: minedAt,
      },
    },
    ...(transactions.length > 0 && { transactions: transactions.map(writeTransaction) }),
  };
}

function writeTransaction(transaction: SimulatedTransaction) {
  const { id, sentAt, fails } = transaction;
  return {
    ret: [{ contractRet: fails ? 'REVERT' : 'SUCCESS' }],
    txID: id,
    raw_data: { contract: [writeContract(transaction)], timestamp: sentAt },
  };
}

function writeContract({ sender, to, contract, units }: SimulatedTransaction) {
  const owner_address = `41${sender}`;
  if (contract === null) {
    const value = {
      amount: JSON.rawJSON(units),
      owner_address,
      to_address: `41${tronBodyOf(to)}`,
    };
    const type_url = 'type.googleapis.com/protocol.TransferContract';
    return { parameter: { value, type_url }, type: 'TransferContract' };
  }
  const words = `${word(tronBodyOf(to))}${wordOf(units)}`;
  const contract_address = `41${tronBodyOf(contract)}`;
  // A call of `transfer(address,uint256)`.
  const value = { data: `a9059cbb${words}`, owner_address, contract_address };
  const type_url = 'type.googleapis.com/protocol.TriggerSmartContract';
  return { parameter: { value, type_url }, type: 'TriggerSmartContract' };
}

function writeInfos(block: SimulatedBlock | undefined): object[] {
  return block?.transactions.map((transaction) => writeInfo(block, transaction)) ?? [];
}

function writeInfo(
  { height, minedAt }: SimulatedBlock,
  { id, sender, to, contract, units, fails }: SimulatedTransaction,
) {
  const place = { id, blockNumber: height, blockTimeStamp: minedAt };
  const outcome = fails ? { result: 'FAILED' } : {};
  if (contract === null) return { ...place, ...outcome, receipt: { net_usage: 268 } };
  const log = {
    // Logs are those of an EVM: their addresses lack the first byte.
    address: tronBodyOf(contract),
    topics: [transferTopic.slice(2), word(sender), word(tronBodyOf(to))],
    data: wordOf(units),
  };
  return {
    ...place,
    ...outcome,
    contract_address: `41${tronBodyOf(contract)}`,
    receipt: { energy_usage_total: 31_895, result: fails ? 'REVERT' : 'SUCCESS' },
    ...(!fails && { log: [log] }),
  };
}

function findTransaction(chain: SimulatedChain, isWhole: boolean, body: unknown): object {
  const placed = chain.find(idSchema.safeParse(body).data?.value ?? '');
  if (!placed?.block) return {};
  const { block, transaction } = placed;
  return isWhole ? writeTransaction(transaction) : writeInfo(block, transaction);
}

/** The tokens' contracts tell their decimals, and nothing else. */
function callContract({ blockchain }: SimulatedChain, body: unknown): object {
  const wanted = callSchema.safeParse(body).data;
  if (wanted === undefined) {
    return { result: { code: 'OTHER_ERROR', message: 'only visible calls are simulated' } };
  }
  const token = findToken(blockchain, wanted.contract_address);
  if (token === undefined) {
    const message = 'Smart contract is not exist.';
    return { result: { code: 'CONTRACT_VALIDATE_ERROR', message } };
  }
  if (wanted.function_selector !== 'decimals()') {
    const transaction = { ret: [{ ret: 'FAILED' }] };
    return { result: { result: true, message: 'REVERT opcode executed' }, transaction };
  }
  const transaction = { ret: [{}] };
  return { result: { result: true }, constant_result: [wordOf(`${token.decimals}`)], transaction };
}

function word(body: string): string {
  return body.padStart(64, '0');
}

function wordOf(units: string): string {
  return BigInt(units).toString(16).padStart(64, '0');
}
