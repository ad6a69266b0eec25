import { ChainError } from '../../chain-rail.ts';
import type { FeeQuote, PayoutObstacle } from '../../hot-wallet.ts';
import type { NodeClient } from '../evm/node-client.ts';
import { decode, quantitySchema } from '../evm/schemas.ts';
import type { EvmTransaction } from './evm-transaction.ts';

const gwei = 1_000_000_000n;

/** The present base fee of a block, and what miners are paid on top. */
export interface GasPrice {
  base: bigint;
  tip: bigint;
}

/** @throws ChainError */
export async function askGasPrice(node: NodeClient, base: bigint): Promise<GasPrice> {
  const method = 'eth_maxPriorityFeePerGas';
  try {
    return { base, tip: decode(quantitySchema, await node.call(method), method) };
  } catch (error) {
    if (!isUnknownMethod(error)) throw error;
    return { base, tip: gwei };
  }
}

/** Some nodes don't suggest a tip. */
function isUnknownMethod(error: unknown): boolean {
  return error instanceof ChainError && error.reason === 'malformed';
}

/**
 * The price of a transaction: the base fee may double until it is mined, as long as the cap allows.
 * @param cap - the most that it may cost, in wei
 */
export function choosePrice(
  { base, tip }: GasPrice,
  gas: bigint,
  cap: bigint,
): FeeQuote | PayoutObstacle {
  if (gas * (base + tip) > cap) {
    return { kind: 'waits', detail: 'the fee of the network is above the cap' };
  }
  const most = cap / gas;
  const wished = 2n * base + tip;
  return { gas, rate: wished < most ? wished : most, tip };
}

/** Nodes replace a transaction by one that pays an eighth more (EIP-1559: both parts of the fee). */
export function raisePrice(
  wished: FeeQuote,
  earlier: Pick<EvmTransaction, 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  cap: bigint,
): FeeQuote | PayoutObstacle {
  const { gas } = earlier;
  const leastRate = raise(earlier.maxFeePerGas);
  const leastTip = raise(earlier.maxPriorityFeePerGas);
  const most = cap / gas;
  if (leastRate > most) return { kind: 'waits', detail: 'its fee has reached the cap' };
  const rate = larger(wished.rate, leastRate);
  const capped = rate < most ? rate : most;
  const tip = larger(wished.tip, leastTip);
  return { gas, rate: capped, tip: tip < capped ? tip : capped };
}

const raise = (amount: bigint) => (amount * 9n + 7n) / 8n + 1n;

const larger = (one: bigint, other: bigint) => (one > other ? one : other);
