import type { ChainFact, ChainName } from './chain-facts.ts';
import type { Fate } from './chain-journal.ts';

/** A payment that the page sends. */
export interface PaymentOrder {
  /** As people write it. */
  address: string;
  currency: string;
  /** In the smallest unit. */
  units: bigint;
  memo: string | null;
  /** Whether it is mined without moving money. */
  fails: boolean;
}

/** A payment on the page's lists. */
export interface ShownPayment {
  txid: string;
  to: string;
  /** `25.5 USDT`, or null where only the node knows. */
  amount: string | null;
  note: string | null;
}

export interface ShownBlock {
  height: number;
  hash: string;
  /** Epoch milliseconds. */
  minedAt: number;
  payments: readonly ShownPayment[];
}

/** What the page shows of a chain. */
export interface ChainOverview {
  /** Newest first. */
  blocks: readonly ShownBlock[];
  /** Oldest first. */
  pending: readonly ShownPayment[];
  isMinerOn: boolean;
}

/** An act that a chain can't do, in words for the page. */
export class ChainRefusal extends Error {
  override readonly name = 'ChainRefusal';
}

/**
 * A chain that the page drives: a simulated one, or a test node on this machine. Each function
 * throws a {@link ChainRefusal} for what can't be done.
 */
export interface ChainDriver {
  blockchain: ChainName;
  fact: ChainFact;
  /** The node's program, such as `anvil`; null: the chain is simulated. */
  node: string | null;
  /** What else the page offers. */
  offers: {
    /** A pending payment by one with a higher fee. */
    replace: boolean;
    /** The same, with the money back to its sender. */
    replaceBack: boolean;
    memo: boolean;
    /** A payment that is mined and moves no money. */
    failure: boolean;
    fates: readonly Fate[];
  };
  overview: () => Promise<ChainOverview>;
  /** Returns the transaction's id. */
  send: (order: PaymentOrder) => Promise<string>;
  mine: (count: number) => Promise<void>;
  /** Replaces the newest blocks by a branch that is longer by one. */
  reorganise: (depth: number, fate: Fate) => Promise<void>;
  /** Replaces a pending payment by one with a higher fee. Returns the new transaction's id. */
  replace: (txid: string, isToSender: boolean) => Promise<string>;
  /** Turns the automatic miner on or off. */
  setMiner: (isOn: boolean) => Promise<void>;
}
