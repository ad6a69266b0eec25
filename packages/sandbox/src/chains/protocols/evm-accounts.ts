import {
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from 'viem';
import * as z from 'zod/mini';
import { chainFacts, endowedAccounts, findToken } from '../chain-facts.ts';
import type { SimulatedTransaction } from '../chain-journal.ts';
import type { SimulatedChain } from '../simulated-chain.ts';
import { digest } from '../simulated-digest.ts';
import type { SimulatedDriver } from '../simulated-driver.ts';
import { type RpcAnswer, refuse } from './json-rpc.ts';

/** A call of `balanceOf(address)`. */
export const balanceSelector = '0x70a08231';

/** A call of `transfer(address,uint256)`: the selector and two words. */
const transferPattern = /^0xa9059cbb0{24}(?<to>[0-9a-f]{40})(?<units>[0-9a-f]{64})$/;

const gwei = 1_000_000_000n;
const coinGas = 21_000n;
const tokenGas = 52_000n;

/** What the demo's wallet has at the start, in whole coins and tokens. */
const endowment = 1_000_000n;

/**
 * Answers what a program asks that pays: its balance, its number, the price, and whether a
 * transaction is taken. Undefined: it is another function.
 */
export function askAccounts(
  chain: SimulatedChain,
  driver: SimulatedDriver,
  method: string,
  params: readonly unknown[],
): RpcAnswer | Promise<RpcAnswer> | undefined {
  const [first, second] = params;
  switch (method) {
    case 'eth_getTransactionCount':
      return { result: hex(countSent(chain, String(first), second)) };
    case 'eth_getBalance':
      return { result: hex(balanceOf(chain, String(first), null)) };
    case 'eth_getCode': {
      const isToken = findToken(chain.blockchain, String(first).toLowerCase()) !== undefined;
      return { result: isToken ? '0x60806040' : '0x' };
    }
    case 'eth_maxPriorityFeePerGas':
      return { result: hex(gwei) };
    case 'eth_estimateGas':
      return estimateGas(chain, first);
    case 'eth_sendRawTransaction':
      return takeRaw(chain, driver, String(first));
    default:
      return undefined;
  }
}

/** The transactions of a sender that were signed; the page's payments have invented senders. */
function countSent(chain: SimulatedChain, address: string, tag: unknown): number {
  const isHeight = typeof tag === 'string' && tag.startsWith('0x');
  const mined = chain.mined(isHeight ? Number(tag) : chain.tip.height);
  const waiting = tag === 'pending' ? chain.pending() : [];
  return [...mined, ...waiting].filter(
    ({ sender, nonce }) => nonce !== undefined && `0x${sender}` === address.toLowerCase(),
  ).length;
}

/** What an address has of a coin; fees are left out. */
export function balanceOf(chain: SimulatedChain, owner: string, contract: string | null): bigint {
  const address = owner.toLowerCase();
  const coin = chainFacts[chain.blockchain].coins.find((one) => one.contract === contract);
  const isEndowed = endowedAccounts(chain.blockchain).some((one) => one.toLowerCase() === address);
  const start = isEndowed ? endowment * 10n ** BigInt(coin?.decimals ?? 0) : 0n;
  return chain
    .mined()
    .filter((one) => one.contract === contract && !one.fails)
    .reduce((sum, { sender, to, units }) => {
      const received = to === address ? BigInt(units) : 0n;
      return sum + received - (`0x${sender}` === address ? BigInt(units) : 0n);
    }, start);
}

const callSchema = z.object({
  from: z.string(),
  to: z.string(),
  value: z.optional(z.string()),
  data: z.optional(z.string()),
});

function estimateGas(chain: SimulatedChain, call: unknown): RpcAnswer {
  const wanted = callSchema.safeParse(call).data;
  if (wanted === undefined) return refuse(-32_602, 'invalid call');
  const { from, to, value = '0x0', data = '0x' } = wanted;
  const payment = readPayment(chain, to.toLowerCase(), BigInt(value), data.toLowerCase());
  if (payment === null || balanceOf(chain, from, payment.contract) < payment.units) {
    return refuse(3, 'execution reverted');
  }
  return { result: hex(payment.contract === null ? coinGas : tokenGas) };
}

/** What a transaction pays; null for a call that no token knows. */
function readPayment({ blockchain }: SimulatedChain, to: string, value: bigint, data: string) {
  if (findToken(blockchain, to) === undefined) return { to, contract: null, units: value };
  const { to: recipient, units } = transferPattern.exec(data)?.groups ?? {};
  if (recipient === undefined) return null;
  return { to: `0x${recipient}`, contract: to, units: BigInt(`0x${units}`) };
}

/** Takes a signed transaction, also in the place of one with a lower fee. */
async function takeRaw(
  chain: SimulatedChain,
  driver: SimulatedDriver,
  raw: string,
): Promise<RpcAnswer> {
  const read = await readRaw(chain, raw);
  if (read === null) return refuse(-32_000, 'rlp: malformed transaction');
  if (chain.find(read.id) !== undefined) return refuse(-32_000, 'already known');
  const { sender, nonce = 0, contract, units } = read;
  const address = `0x${sender}`;
  if (nonce < countSent(chain, address, 'latest')) return refuse(-32_000, 'nonce too low');
  const before = chain
    .pending()
    .find((one) => one.sender === sender && one.nonce === nonce && one.raw !== undefined);
  if (before !== undefined && read.feeRate <= before.feeRate) {
    return refuse(-32_000, 'replacement transaction underpriced');
  }
  const fails = balanceOf(chain, address, contract) < BigInt(units);
  if (fails && contract === null) {
    return refuse(-32_000, 'insufficient funds for gas * price + value');
  }
  driver.take({ ...read, fails }, before?.id ?? null);
  return { result: `0x${read.id}` };
}

async function readRaw(chain: SimulatedChain, raw: string): Promise<SimulatedTransaction | null> {
  try {
    const serialized = raw as TransactionSerializedEIP1559;
    const parsed = parseTransaction(serialized);
    const { to, value = 0n, data = '0x', nonce = 0, maxFeePerGas = 0n, chainId } = parsed;
    if (chainId !== chainFacts[chain.blockchain].chainId || to == null) return null;
    const payment = readPayment(chain, to.toLowerCase(), value, data);
    if (payment === null) return null;
    const sender = await recoverTransactionAddress({ serializedTransaction: serialized });
    const id = keccak256(serialized).slice(2);
    return {
      id,
      sentAt: Date.now(),
      sender: sender.slice(2).toLowerCase(),
      to: payment.to,
      contract: payment.contract,
      units: `${payment.units}`,
      memo: null,
      fails: false,
      feeRate: Number(maxFeePerGas),
      spends: digest('money of', id),
      raw,
      nonce,
    };
  } catch {
    return null;
  }
}

function hex(number: number | bigint): string {
  return `0x${number.toString(16)}`;
}
