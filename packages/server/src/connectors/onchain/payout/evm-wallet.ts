import { type Blockchain, blockchains, type Decimal } from '@kassa/contract';
import { encodeFunctionData, keccak256, numberToHex, pad } from 'viem/utils';
import type { ChainCoin } from '../../chain-coin.ts';
import { ChainError } from '../../chain-rail.ts';
import { toUnits } from '../../coin-units.ts';
import type {
  ChainPayoutOrder,
  FeeQuote,
  HotWallet,
  PayoutObstacle,
  PayoutQuote,
  Reservation,
  SignedTransaction,
  SignOutcome,
  Taken,
  WalletLook,
} from '../../hot-wallet.ts';
import { checkAddress } from '../derive/check-address.ts';
import { asHex } from '../derive/evm-address.ts';
import { RevertedError } from '../evm/explain-error.ts';
import type { NodeClient } from '../evm/node-client.ts';
import { bytesSchema, countSchema, decode, quantitySchema } from '../evm/schemas.ts';
import { transferAbi } from '../sweep/plan-calls.ts';
import { findEvmPayout } from './evm-payout-state.ts';
import { askGasPrice, choosePrice, type GasPrice, raisePrice } from './evm-price.ts';
import { baseFeeSchema, transactionSchema } from './evm-schemas.ts';
import { checkSigned, decodeSigned, type EvmTransaction } from './evm-transaction.ts';
import { askFirstNode, findByNodes, type PayoutNode, sendToAll } from './first-node.ts';
import type { Signer } from './signer.ts';

export interface EvmWalletOptions {
  blockchain: Blockchain;
  chainId: number;
  /** The wallet's address. */
  address: string;
  nodes: readonly PayoutNode<NodeClient>[];
  coins: ReadonlyMap<string, ChainCoin>;
  signer: Signer;
  dailyCap: Record<string, Decimal>;
  /** In the chain's own coin. */
  feeCap: Decimal;
  stuckMs: number;
  /** Whether the chain's own coin is sent to contracts, too. */
  paysContracts: boolean;
}

/** What a plain payment of the coin takes. */
const plainGas = 21_000n;

/** Builds the wallet of an account of Ethereum's kind. */
export function buildEvmWallet(options: EvmWalletOptions): HotWallet {
  const { blockchain, nodes, signer, stuckMs } = options;
  const own = options.coins.get(blockchains[blockchain].coin);
  if (own === undefined) throw new Error(`${blockchain} has no coin`);
  const read = checkAddress(options.address, blockchain, 'main');
  if (!read.isValid) throw new Error(read.problem);
  const { address, target } = read;
  const cap = toUnits(options.feeCap, own.decimals);
  const contracts = new Set([...options.coins.values()].map(({ contract }) => contract));

  const readDestination: HotWallet['readDestination'] = (typed) => {
    const checked = checkAddress(typed.trim(), blockchain, 'main');
    if (!checked.isValid) return checked;
    if (contracts.has(checked.target)) {
      return { isValid: false, problem: 'is the contract of a token, which would keep the money' };
    }
    return checked;
  };

  const look = () => askFirstNode(nodes, ({ client }) => lookAt(client, address, options.coins));

  return {
    network: `${options.chainId}`,
    address,
    target,
    dailyCap: new Map(Object.entries(options.dailyCap)),
    stuckMs,
    readDestination,
    look,
    findObstacle: async ({ destination, coin }) => {
      if (coin.contract !== null || options.paysContracts) return null;
      const isContract = await askFirstNode(nodes, ({ client }) =>
        askIsContract(client, destination),
      );
      return isContract ? 'is a contract, to which this coin is not sent' : null;
    },
    quotePrice: () =>
      askFirstNode(nodes, async ({ client }) => {
        const { base, tip } = await askPrice(client);
        return { gas: 0n, rate: 2n * base + tip, tip };
      }),
    quote: (order) =>
      askFirstNode(nodes, ({ client }) =>
        quoteAt(client, order, { address, coins: options.coins, cap }),
      ),
    reserve: (order, quote, taken) => reserveNonce(order, quote, taken, own),
    sign: async (order, reservation, price, earlier) => {
      const made = makeTransaction(order, reservation, price, { ...options, earlier, cap });
      if ('kind' in made) return made;
      const request = { kind: 'evm', withdrawalId: order.withdrawalId, blockchain } as const;
      const answer = await signer.sign({ ...request, from: address, transaction: made });
      return answer.kind === 'signed' ? acceptSigned(answer.raw, made, address) : asOutcome(answer);
    },
    broadcast: (raw) => sendToAll(nodes, (client) => send(client, raw)),
    find: (payout) =>
      findByNodes(nodes, ({ source, client }, tip) =>
        findEvmPayout({ client, hashAt: source.hashAt, tip, wallet: target, blockchain }, payout),
      ),
  };
}

async function lookAt(
  client: NodeClient,
  address: string,
  coins: EvmWalletOptions['coins'],
): Promise<WalletLook> {
  const count = 'eth_getTransactionCount';
  // Also what waits: a transaction that somebody else has sent from this wallet isn't displaced.
  const nonce = decode(countSchema, await client.call(count, address, 'pending'), count);
  const balances = new Map<string, bigint>();
  for (const coin of coins.values()) {
    balances.set(coin.currency, await askBalance(client, address, coin));
  }
  return { nonce, balances, outputs: [] };
}

/** The first four bytes of the hash of `balanceOf(address)`. */
const balanceSelector = '0x70a08231';

async function askBalance(
  client: NodeClient,
  address: string,
  { contract, currency }: ChainCoin,
): Promise<bigint> {
  if (contract === null) {
    const method = 'eth_getBalance';
    return decode(quantitySchema, await client.call(method, address, 'latest'), method);
  }
  const method = 'eth_call';
  const data = `${balanceSelector}${pad(asHex(address)).slice(2)}`;
  const answer = decode(
    bytesSchema,
    await client.call(method, { to: contract, data }, 'latest'),
    method,
  );
  if (answer.length !== 66) {
    throw new ChainError('misconfigured', `the contract of ${currency} tells no balance`);
  }
  return BigInt(answer);
}

/** Whether code stands at an address; an account that has borrowed some (EIP-7702) is none. */
async function askIsContract(client: NodeClient, address: string): Promise<boolean> {
  const method = 'eth_getCode';
  const code = decode(bytesSchema, await client.call(method, address, 'latest'), method);
  return code !== '0x' && !code.startsWith('0xef0100');
}

async function quoteAt(
  client: NodeClient,
  order: ChainPayoutOrder,
  { address, coins, cap }: { address: string; coins: EvmWalletOptions['coins']; cap: bigint },
): Promise<PayoutQuote | PayoutObstacle> {
  const seen = await lookAt(client, address, coins);
  // The node can't estimate a payment that the wallet can't make.
  if ((seen.balances.get(order.coin.currency) ?? 0n) < order.units) return tooLittle(order.coin);
  const gas = await estimateGas(client, { from: address, ...callOf(order) });
  if (typeof gas !== 'bigint') return gas;
  const price = choosePrice(await askPrice(client), gas, cap);
  return 'kind' in price ? price : { ...seen, price, alike: [] };
}

async function askPrice(client: NodeClient): Promise<GasPrice> {
  const method = 'eth_getBlockByNumber';
  const block = await client.call(method, 'latest', false);
  return askGasPrice(client, decode(baseFeeSchema, block, method).baseFeePerGas);
}

async function estimateGas(
  client: NodeClient,
  call: { from: string; to: string; value: bigint; data: string },
): Promise<bigint | PayoutObstacle> {
  const method = 'eth_estimateGas';
  try {
    const asked = { ...call, value: numberToHex(call.value) };
    const gas = decode(quantitySchema, await client.call(method, asked), method);
    // What a contract does may cost more in the block that has it; what isn't used costs nothing.
    return gas === plainGas ? gas : (gas * 13n) / 10n;
  } catch (error) {
    if (!(error instanceof RevertedError)) throw error;
    return { kind: 'refused', detail: 'the contract refuses this payment' };
  }
}

/** What a payout does on the chain. */
function callOf({ destination, coin, units }: ChainPayoutOrder) {
  const to = asHex(destination.trim());
  if (coin.contract === null) return { to, value: units, data: '0x' as const };
  const data = encodeFunctionData({
    abi: transferAbi,
    functionName: 'transfer',
    args: [to, units],
  });
  return { to: asHex(coin.contract), value: 0n, data };
}

const tooLittle = ({ currency }: ChainCoin): PayoutObstacle => ({
  kind: 'waits',
  detail: `the hot wallet has too little ${currency}`,
});

function reserveNonce(
  { coin, units }: ChainPayoutOrder,
  { nonce: next, balances, price }: PayoutQuote,
  taken: Taken,
  own: ChainCoin,
): Reservation | PayoutObstacle {
  const free = ({ currency }: ChainCoin) =>
    (balances.get(currency) ?? 0n) - (taken.units.get(currency) ?? 0n);
  const fee = price.gas * price.rate;
  if (free(coin) < units) return tooLittle(coin);
  const left = free(own) - taken.fees - (coin.contract === null ? units : 0n);
  if (left < fee) return tooLittle(own);
  const nonce = Math.max(next ?? 0, taken.nonce === null ? 0 : taken.nonce + 1);
  return { nonce, inputs: [] };
}

function makeTransaction(
  order: ChainPayoutOrder,
  { nonce }: Reservation,
  wished: FeeQuote,
  {
    chainId,
    earlier,
    cap,
  }: { chainId: number; earlier: readonly SignedTransaction[]; cap: bigint },
): EvmTransaction | PayoutObstacle {
  if (nonce === null) throw new Error('A payout of this chain needs a number');
  const last = earlier.at(-1);
  const before = last === undefined ? null : decodeSigned(last.raw);
  const price = before === null ? wished : raisePrice(wished, before, cap);
  if ('kind' in price) return price;
  const { gas, rate: maxFeePerGas, tip } = price;
  const maxPriorityFeePerGas = tip < maxFeePerGas ? tip : maxFeePerGas;
  return { chainId, nonce, ...callOf(order), gas, maxFeePerGas, maxPriorityFeePerGas };
}

async function acceptSigned(
  raw: string,
  asked: EvmTransaction,
  from: string,
): Promise<SignOutcome> {
  const transaction = await checkSigned(raw, asked, from);
  return transaction === null
    ? { kind: 'unanswered', detail: 'the signer has signed something else' }
    : { kind: 'signed', transaction };
}

/** That the signer refuses may change: its operator decides. */
function asOutcome(answer: { kind: 'refused' | 'unanswered'; detail: string }): SignOutcome {
  const { kind, detail } = answer;
  return { kind: kind === 'refused' ? 'waits' : kind, detail };
}

/** A node that has the transaction already refuses it, or says so: then it is asked. */
async function send(client: NodeClient, raw: string): Promise<boolean> {
  try {
    await client.call('eth_sendRawTransaction', raw);
    return true;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    const txid = keccak256(asHex(raw));
    const method = 'eth_getTransactionByHash';
    const known = decode(transactionSchema, await client.call(method, txid), method);
    return known !== null;
  }
}
