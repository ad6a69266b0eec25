import type { Blockchain, Decimal } from '@kassa/contract';
import type { ChainCoin } from './chain-coin.ts';
import type { HotWallet } from './hot-wallet.ts';

/*
 * The port to blockchains. A rail is one chain of an account: where its addresses come from, which
 * coins it takes, and the nodes that are asked. It holds no state and writes no database:
 * money/addresses/ gives the addresses out, and money/chains/ watches them.
 */

/** Where a payment went. */
export interface ChainTransfer {
  /** The transaction's id, as block explorers write it. */
  txid: string;
  /** The payment's place in its transaction, unique there: an output, a log, a message. */
  index: string;
  /** The recipient in the form of {@link DerivedAddress.target}. */
  target: string;
  /** The comment of a chain whose players share an address; null elsewhere. */
  memo: string | null;
  /** The token's contract in the form of {@link ChainCoin.contract}; null: the chain's own coin. */
  contract: string | null;
  /** In the smallest unit of the coin or token. */
  units: bigint;
  /**
   * Who sent it, in the form of {@link DerivedAddress.target}. Left out where the chain doesn't say, or has
   * outputs, whose {@link ChainSpend} say it.
   */
  sender?: string;
}

/** An output of an earlier transaction that is spent by a later one. */
export interface ChainSpend {
  txid: string;
  index: string;
  spentBy: string;
}

export interface ChainBlock {
  height: number;
  hash: string;
  parentHash: string;
  minedAt: Date;
  /** All payments of the block, to whomever. */
  transfers: ChainTransfer[];
  /** All outputs that the block spends; empty on chains with accounts. */
  spends: ChainSpend[];
}

/** The newest block of a node. */
export interface ChainTip {
  height: number;
  hash: string;
  minedAt: Date;
}

/** A payment that is in no block yet. */
export interface PendingChanges {
  /** The payments of transactions that were not pending at the last look. */
  transfers: ChainTransfer[];
  spends: ChainSpend[];
}

/** Why a node's answer can't be used. `detail` is for the log: no secret. */
export class ChainError extends Error {
  override readonly name = 'ChainError';
  readonly reason: ChainFault;

  constructor(reason: ChainFault, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

export type ChainFault =
  /** No answer, or an error that says that it may answer later. */
  | 'unavailable'
  /** The node rejects our password or key, or our settings contradict the chain. */
  | 'misconfigured'
  /** It is a node of another chain or network. */
  | 'wrongNetwork'
  /** It still loads the chain. */
  | 'syncing'
  /** It no longer has the block that is asked for. */
  | 'pruned'
  /** Its answer can't be read, or contradicts itself. */
  | 'malformed';

/** One node. Every function throws a {@link ChainError}. */
export interface ChainSource {
  /** The node's host, for logs and operators; never its password. */
  host: string;
  /** Also checks that the node serves the right network and is not loading it. */
  tip: () => Promise<ChainTip>;
  /** The hash of the block at a height of the node's best chain; null if it has no such block. */
  hashAt: (height: number) => Promise<string | null>;
  /** The blocks of a range, both ends included, in order; at most {@link batchSize}. */
  blocks: (from: number, to: number) => Promise<ChainBlock[]>;
  /** The most blocks of one request, so that memory stays bounded. */
  batchSize: number;
  /**
   * Whether a payment really moved money, where a block doesn't say so by itself (a transaction that
   * failed on an EVM chain). Asked for payments to known addresses only. Left out: always.
   */
  hasMoved?: (transfer: ChainTransfer) => Promise<boolean>;
  /**
   * The payments of new transactions that are in no block. Left out where a chain has no public
   * waiting room. Bounded: of a flood, the rest comes with the next call.
   */
  pending?: () => Promise<PendingChanges>;
  /** Whether a transaction waits for a block; only together with `pending`. */
  isPending?: (txid: string) => Promise<boolean>;
}

/** An address of a player. */
export interface DerivedAddress {
  /** As players see it. */
  address: string;
  /** As blocks are searched for it: a script, an address in lower case, … One per address. */
  target: string;
  /** The comment that tells players apart who share an address; null elsewhere. */
  memo: string | null;
}

/** Money at an address that an operator may collect. */
export interface SweepInput {
  /** The number of the address. */
  index: number;
  address: string;
  contract: string | null;
  /** For chains with outputs: the transaction, its output and its amount. */
  output: { txid: string; vout: number } | null;
  units: bigint;
}

/** What an operator signs to collect money; nothing here is signed. */
export type SweepPlan =
  /** One unsigned transaction (BIP-174), in base64. */
  | { kind: 'psbt'; psbt: string; inputs: number; fee: bigint; total: bigint }
  /** Transactions for chains with accounts, each to be signed by the key of its address. */
  | { kind: 'calls'; calls: SweepCall[] }
  /** Nothing is to be signed: nothing is there, or it is collected in another way. */
  | { kind: 'none'; detail: string }
  /** No such transaction can be made. */
  | SweepRefusal;

export interface SweepRefusal {
  kind: 'refused';
  /** Null: it is not the destination that is wrong, but what is to be collected, or its fee. */
  field: 'destination' | null;
  detail: string;
}

export interface SweepCall {
  /** The address that signs, and the path of its key: `m/0/7` below the extended key. */
  from: string;
  path: string;
  to: string;
  /** In the smallest unit of the chain's own coin. */
  value: string;
  /** The call of a token's contract, in hex; null for the chain's own coin. */
  data: string | null;
  /** What moves, for people: `25.5 USDT`. */
  moves: string;
}

/** One chain of an account. */
export interface ChainRail {
  blockchain: Blockchain;
  /** EIP-155, for payment URIs; null on other chains. */
  chainId: number | null;
  /** Whether its money is worth nothing: a test network, or one of developers. */
  isTest: boolean;
  /** The nodes, in the order of preference; at least one. */
  sources: readonly ChainSource[];
  /** By currency. */
  coins: ReadonlyMap<string, ChainCoin>;
  /** Names the key or contract that addresses come from; another key is another id. */
  keyId: string;
  /** Derives the address of a number. The same number gives the same address, always. */
  derive: (index: number) => DerivedAddress;
  /**
   * Where players share an address: the comment as {@link DerivedAddress.memo} has it, from what a
   * sender typed; null if it is no player's. Null on other chains.
   */
  readMemo: ((typed: string) => string | null) | null;
  /**
   * Asks a node whether each token's contract counts with the decimals of the settings: with others,
   * all amounts would be wrong by powers of ten. Left out where nodes can't be asked.
   * @throws a {@link ChainError}; `misconfigured` names the currency and both numbers
   */
  checkCoins?: () => Promise<void>;
  /** After so many ms without a new block, a node counts as lagging; null: never. */
  stallMs: number | null;
  /** The wallet that pays players; null if the account pays nobody on this chain. */
  hotWallet: HotWallet | null;
  /**
   * Plans the collection of money.
   * @param feeRate - sat per virtual byte, for chains with outputs
   */
  planSweep: (
    inputs: readonly SweepInput[],
    target: { destination: string; feeRate: number },
  ) => Promise<SweepPlan>;
}

/** What is reserved for a deposit on a rail. */
export interface ReservedAddress extends DerivedAddress {
  blockchain: Blockchain;
  chainId: number | null;
  coin: ChainCoin;
  /** The least that should be sent, in the coin. */
  least: Decimal;
  /** The exact amount of a coin package, and until when it is its price; null: the player decides. */
  exact: { amount: Decimal; until: Date } | null;
  reservedAt: Date;
}
