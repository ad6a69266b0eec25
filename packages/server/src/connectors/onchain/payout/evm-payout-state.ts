import { type Blockchain, blockchains } from '@kassa/contract';
import { numberToHex, pad } from 'viem/utils';
import { ChainError, type ChainSource, type ChainTip } from '../../chain-rail.ts';
import type { PayoutState, SignedPayout } from '../../hot-wallet.ts';
import { asHex } from '../derive/evm-address.ts';
import type { NodeClient } from '../evm/node-client.ts';
import { countSchema, decode } from '../evm/schemas.ts';
import { transferTopic } from '../evm/transfer-bloom.ts';
import { type PayoutReceipt, payoutReceiptSchema, transactionSchema } from './evm-schemas.ts';

interface AskedNode {
  client: NodeClient;
  hashAt: ChainSource['hashAt'];
  tip: ChainTip;
  /** The wallet's address in small letters. */
  wallet: string;
  blockchain: Blockchain;
}

/**
 * Finds the transaction of a payout that a block has. If none has, looks whether another one has
 * taken its number for good.
 * @throws ChainError
 */
export async function findEvmPayout(node: AskedNode, payout: SignedPayout): Promise<PayoutState> {
  const tipHeight = node.tip.height;
  for (const { txid } of payout.transactions.toReversed()) {
    const method = 'eth_getTransactionReceipt';
    const receipt = decode(payoutReceiptSchema, await node.client.call(method, txid), method);
    if (receipt === null) continue;
    const { blockNumber: height, blockHash } = receipt;
    if ((await node.hashAt(height)) !== blockHash) {
      throw new ChainError('malformed', `${method}: its block isn't in the chain (a moved chain)`);
    }
    const moved = receipt.status === '0x1' ? await readMoved(node, payout, txid, receipt) : null;
    const fee = receipt.gasUsed * receipt.effectiveGasPrice;
    // The tip was read before the receipt.
    const newest = Math.max(tipHeight, height);
    return { tipHeight: newest, found: { kind: 'mined', txid, height, blockHash, moved, fee } };
  }
  const isDisplaced = await hasPassed(node, payout);
  const detail = 'another transaction of this wallet has taken its number';
  return {
    tipHeight,
    found: isDisplaced ? { kind: 'displaced', detail } : { kind: 'waiting' },
  };
}

/** What arrived at the recipient, from the block's own record. */
async function readMoved(
  { client, wallet }: AskedNode,
  { target, contract }: SignedPayout,
  txid: string,
  { logs }: PayoutReceipt,
): Promise<bigint> {
  if (contract === null) {
    const method = 'eth_getTransactionByHash';
    const transaction = decode(transactionSchema, await client.call(method, txid), method);
    if (transaction === null) throw new ChainError('malformed', `${method}: it is gone again`);
    return transaction.to === target ? transaction.value : 0n;
  }
  const [from, to] = [wallet, target].map((address) => pad(asHex(address)));
  return logs
    .filter(
      ({ address, topics }) =>
        address === contract &&
        topics.length === 3 &&
        topics[0] === transferTopic &&
        topics[1] === from &&
        topics[2] === to,
    )
    .reduce((sum, { data }) => sum + BigInt(data), 0n);
}

/** Whether the wallet's count of transactions has passed the payout's number, with all confirmations. */
async function hasPassed(
  { client, wallet, tip, blockchain }: AskedNode,
  { reservation: { nonce } }: SignedPayout,
): Promise<boolean> {
  const height = tip.height - blockchains[blockchain].confirmations + 1;
  if (nonce === null || height < 0) return false;
  const method = 'eth_getTransactionCount';
  const count = decode(countSchema, await client.call(method, wallet, numberToHex(height)), method);
  return count > nonce;
}
