import { blockchains, type Decimal } from '@kassa/contract';
import { hex } from '@scure/base';
import type { ChainCoin } from '../../chain-coin.ts';
import { ChainError, type ChainSource, type ChainTip } from '../../chain-rail.ts';
import { toUnits } from '../../coin-units.ts';
import type {
  ChainPayoutOrder,
  HotWallet,
  PayoutState,
  SignedPayout,
  WalletLook,
} from '../../hot-wallet.ts';
import { checkAddress } from '../derive/check-address.ts';
import type { ChainNetwork, UtxoChain } from '../derive/utxo-networks.ts';
import { leastOutputs } from '../sweep/plan-utxo-sweep.ts';
import type { CoreWallet, WalletTransaction } from './core-wallet.ts';
import {
  askFirstNode,
  findByNodes,
  type NodeState,
  type PayoutNode,
  sendToAll,
} from './first-node.ts';
import { checkSignedPsbt, readRaw } from './signed-psbt.ts';
import type { Signer } from './signer.ts';
import { chooseFee, chooseOutputs, makePsbt, type UtxoPayer } from './utxo-payment.ts';

export interface UtxoWalletOptions {
  blockchain: UtxoChain;
  network: ChainNetwork;
  /** The wallet's address, of one key. */
  address: string;
  nodes: readonly PayoutNode<CoreWallet>[];
  coins: ReadonlyMap<string, ChainCoin>;
  signer: Signer;
  dailyCap: Record<string, Decimal>;
  /** In the chain's own coin. */
  feeCap: Decimal;
  stuckMs: number;
}

/** Builds the wallet of an address of Bitcoin's kind. */
export function buildUtxoWallet(options: UtxoWalletOptions): HotWallet {
  const { blockchain, network, nodes, signer, stuckMs } = options;
  const { coin: currency, decimals } = blockchains[blockchain];
  const readDestination: HotWallet['readDestination'] = (typed) =>
    checkAddress(typed.trim(), blockchain, network);
  const own = readDestination(options.address);
  if (!own.isValid) throw new Error(own.problem);
  const payer: UtxoPayer = {
    lock: hex.decode(own.target),
    script: own.target.startsWith('0014') ? 'p2wpkh' : 'p2pkh',
    cap: toUnits(options.feeCap, decimals),
    leastOutput: leastOutputs[blockchain],
  };
  const lookAt = async (client: CoreWallet): Promise<WalletLook> => {
    const outputs = await client.listOutputs(own.address);
    return { nonce: null, balances: new Map([[currency, sum(outputs)]]), outputs };
  };
  const askPrice = async (client: CoreWallet) => {
    const { rate, least } = await client.askRate();
    return { gas: 0n, rate, tip: least };
  };
  const loadRaw = (txid: string) =>
    askFirstNode(nodes, async ({ client }) => {
      const found = await client.findTransaction(txid);
      if (found === null) throw new ChainError('malformed', `the wallet doesn't know ${txid}`);
      return found.hex;
    });

  return {
    network,
    address: own.address,
    target: own.target,
    dailyCap: new Map(Object.entries(options.dailyCap)),
    stuckMs,
    readDestination,
    findObstacle: async () => null,
    look: () => askFirstNode(nodes, ({ client }) => lookAt(client)),
    quotePrice: () => askFirstNode(nodes, ({ client }) => askPrice(client)),
    quote: (order) =>
      askFirstNode(nodes, async ({ client }) => ({
        ...(await lookAt(client)),
        price: await askPrice(client),
        alike: await findAlike(client, order, readDestination(order.destination)),
      })),
    reserve: (order, quote, taken) => chooseOutputs(payer, order, quote, taken),
    sign: async (order, reservation, price, earlier) => {
      const read = readDestination(order.destination);
      if (!read.isValid) return { kind: 'refused', detail: read.problem };
      const fee = chooseFee(payer, reservation, price, earlier);
      if (typeof fee !== 'bigint') return fee;
      const payment = { units: order.units, target: hex.decode(read.target) };
      const psbt = await makePsbt(payer, payment, reservation, fee, loadRaw);
      if ('kind' in psbt) return psbt;
      const { withdrawalId } = order;
      const from = own.address;
      const answer = await signer.sign({ kind: 'psbt', withdrawalId, blockchain, from, psbt });
      if (answer.kind === 'refused') return { kind: 'waits', detail: answer.detail };
      if (answer.kind === 'unanswered') return answer;
      const transaction = await checkSignedPsbt(answer.raw, psbt, payer.lock);
      return transaction === null
        ? { kind: 'unanswered', detail: 'the signer has signed something else' }
        : { kind: 'signed', transaction };
    },
    broadcast: async (raw) => {
      const txid = readRaw(raw)?.id;
      if (txid === undefined) throw new Error('A stored transaction can be read');
      return sendToAll(nodes, (client) => client.send(raw, txid));
    },
    find: (payout) =>
      findByNodes(nodes, ({ source, client }, tip) =>
        findUtxoPayout({ client, hashAt: source.hashAt, tip, blockchain }, payout),
      ),
  };
}

/** Finds the transactions that have made the same payment since it was asked for. */
async function findAlike(
  client: CoreWallet,
  { requestedAt, units }: ChainPayoutOrder,
  to: ReturnType<HotWallet['readDestination']>,
): Promise<string[]> {
  if (!to.isValid) return [];
  const sent = await client.listSent(requestedAt);
  const alike: string[] = [];
  for (const { txid } of sent.filter((payment) => payment.units === units)) {
    const found = await client.findTransaction(txid);
    const outputs = found === null ? [] : readOutputs(found.hex);
    const isAlike = outputs.some((output) => output.target === to.target && output.units === units);
    if (isAlike) alike.push(txid);
  }
  return alike;
}

/** What a transaction pays to whom. */
function readOutputs(raw: string): { target: string | null; units: bigint }[] {
  const transaction = readRaw(raw);
  return Array.from({ length: transaction?.outputsLength ?? 0 }, (_, index) => {
    const { amount: units = 0n, script } = transaction?.getOutput(index) ?? {};
    return { target: script === undefined ? null : hex.encode(script), units };
  });
}

interface AskedNode {
  client: CoreWallet;
  hashAt: ChainSource['hashAt'];
  tip: ChainTip;
  blockchain: UtxoChain;
}

/**
 * Finds the transaction of a payout that a block has. If none has, looks whether another one has
 * spent its outputs for good.
 * @throws ChainError
 */
async function findUtxoPayout(node: AskedNode, payout: SignedPayout): Promise<NodeState> {
  const { client, tip, blockchain } = node;
  const known: WalletTransaction[] = [];
  for (const { txid } of payout.transactions.toReversed()) {
    const found = await client.findTransaction(txid);
    if (found === null) continue;
    if (found.blockHash !== null && found.confirmations > 0) {
      return readMined(node, payout, { txid, found, blockHash: found.blockHash });
    }
    known.push(found);
  }
  if (known.length === 0) return { tipHeight: tip.height, found: { kind: 'unknown' } };
  const { confirmations: required } = blockchains[blockchain];
  const isDisplaced = known.every(({ confirmations }) => confirmations <= -required);
  const detail = 'another transaction of this wallet has spent its outputs';
  const found = isDisplaced ? { kind: 'displaced' as const, detail } : { kind: 'waiting' as const };
  return { tipHeight: tip.height, found };
}

async function readMined(
  { client, hashAt, tip }: AskedNode,
  { target, reservation }: SignedPayout,
  { txid, found, blockHash }: { txid: string; found: WalletTransaction; blockHash: string },
): Promise<PayoutState> {
  if (readRaw(found.hex)?.id !== txid) throw new ChainError('malformed', `unreadable: ${txid}`);
  const height = await client.heightOf(blockHash);
  if ((await hashAt(height)) !== blockHash) {
    throw new ChainError('malformed', `the block of ${txid} isn't in the chain (a moved chain)`);
  }
  const outputs = readOutputs(found.hex);
  const total = sum(outputs);
  const moved = sum(outputs.filter((output) => output.target === target));
  const spent = sum(reservation.inputs);
  return {
    tipHeight: Math.max(tip.height, height),
    found: { kind: 'mined', txid, height, blockHash, moved, fee: spent - total },
  };
}

const sum = (parts: readonly { units: bigint }[]) =>
  parts.reduce((total, { units }) => total + units, 0n);
