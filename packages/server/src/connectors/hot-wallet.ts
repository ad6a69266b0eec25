import type { Decimal } from '@kassa/contract';
import type { ChainCoin } from './chain-coin.ts';

/*
 * The port to the wallet that pays players on a chain. It holds no state and writes no database:
 * money/chain-payouts/ remembers what was reserved and signed, and sees to it that a payout has one
 * place in the wallet and no other.
 */

/** An output of a transaction that pays the wallet. */
export interface WalletOutput {
  txid: string;
  vout: number;
  units: bigint;
}

/** A payout on the chain. */
export interface ChainPayoutOrder {
  /** For the signer's own records. */
  withdrawalId: string;
  /** When the player asked for it. */
  requestedAt: Date;
  /** The address, as the player typed it; it was checked. */
  destination: string;
  coin: ChainCoin;
  units: bigint;
}

/**
 * What a payout takes of its wallet and keeps: its transactions exclude each other by it, so that
 * one of them is mined at most.
 */
export interface Reservation {
  /** The number of the transaction, of chains with accounts; null elsewhere. */
  nonce: number | null;
  /** What it spends, of chains with outputs; empty elsewhere. */
  inputs: readonly WalletOutput[];
}

/** What the open payouts of the wallet have taken. */
export interface Taken {
  /** The highest number; null if none was given. */
  nonce: number | null;
  /** Of outputs: `<txid>:<vout>`. */
  outputs: ReadonlySet<string>;
  /** By currency: what payouts move that are in no block yet. */
  units: ReadonlyMap<string, bigint>;
  /** What their fees may cost, in the chain's own coin. */
  fees: bigint;
}

/** What the wallet has and what a payout costs, as its nodes tell. */
export interface WalletLook {
  /** The number of the next transaction that no block has; null on chains with outputs. */
  nonce: number | null;
  /** By currency. */
  balances: ReadonlyMap<string, bigint>;
  /** Confirmed outputs that are unspent; empty on chains with accounts. */
  outputs: readonly WalletOutput[];
}

/** The price of a transaction at present. */
export interface FeeQuote {
  /** On chains with accounts: the most gas that it may use; 0 elsewhere. */
  gas: bigint;
  /** Wei per gas, or satoshi per 1,000 virtual bytes. */
  rate: bigint;
  /** Of Ethereum's kind: the part of the rate for the miner. */
  tip: bigint;
}

export interface PayoutQuote extends WalletLook {
  price: FeeQuote;
  /**
   * The transactions of the wallet that have paid the same to the same recipient since the payout was
   * asked for; empty on chains with accounts, whose numbers tell what nobody here has sent.
   */
  alike: readonly string[];
}

/** A signed transaction of a payout. */
export interface SignedTransaction {
  txid: string;
  /** In hex; whoever has it may send it. */
  raw: string;
  /** The most that it costs, in the smallest unit of the chain's own coin. */
  fee: bigint;
}

/** Why no transaction can be made now; nothing was signed. */
export type PayoutObstacle =
  /**
   * The wallet has too little, or the fee is above the cap: it may be tried again later; `isBusy`:
   * soon, as the wallet is only busy.
   */
  | { kind: 'waits'; detail: string; isBusy?: boolean }
  /** It can't be made as it is: a person decides. */
  | { kind: 'refused'; detail: string };

export type SignOutcome =
  | { kind: 'signed'; transaction: SignedTransaction }
  | PayoutObstacle
  /** Nobody knows whether the signer has signed. */
  | { kind: 'unanswered'; detail: string };

/** What is asked about a payout that was signed. */
export interface SignedPayout {
  reservation: Reservation;
  /** Oldest first; one of them is mined at most. */
  transactions: readonly SignedTransaction[];
  /** As blocks have the recipient, and the token's contract; null: the chain's own coin. */
  target: string;
  contract: string | null;
}

export interface PayoutState {
  tipHeight: number;
  found:
    | {
        kind: 'mined';
        txid: string;
        height: number;
        blockHash: string;
        /** What arrived, as the block has it; null: the transaction failed and moved nothing. */
        moved: bigint | null;
        /** What it cost, in the chain's own coin. */
        fee: bigint;
      }
    /** In no block yet. */
    | { kind: 'waiting' }
    /** None can be mined any more: another transaction has their place, with all confirmations. */
    | { kind: 'displaced'; detail: string };
}

/** The operator's wallet on a chain. Each function that asks a node throws a `ChainError`. */
export interface HotWallet {
  /**
   * The number of its network (EIP-155), or its name. One key has the same address on several: what
   * is taken on one is no part of another.
   */
  network: string;
  /** As people write it. */
  address: string;
  /** As blocks are searched for it (`DerivedAddress.target`). */
  target: string;
  /** By currency: the most that is paid in 24 hours; others have no limit. */
  dailyCap: ReadonlyMap<string, Decimal>;
  /** After so many ms in no block, a transaction is replaced by one with a higher fee. */
  stuckMs: number;
  /** Names what is wrong with a destination, without a request; null if it can be paid. */
  readDestination: (
    destination: string,
  ) => { isValid: true; address: string; target: string } | { isValid: false; problem: string };
  /** Names what a node knows to be wrong with a valid destination; null if nothing. */
  findObstacle: (order: Pick<ChainPayoutOrder, 'destination' | 'coin'>) => Promise<string | null>;
  look: () => Promise<WalletLook>;
  /** What a replacement costs at present; its gas is that of the transaction before. */
  quotePrice: () => Promise<FeeQuote>;
  /** Asks what is needed to make a transaction. */
  quote: (order: ChainPayoutOrder) => Promise<PayoutQuote | PayoutObstacle>;
  /** Chooses the place of a new payout. Pure. */
  reserve: (
    order: ChainPayoutOrder,
    quote: PayoutQuote,
    taken: Taken,
  ) => Reservation | PayoutObstacle;
  /**
   * Has a transaction signed. With earlier ones it replaces them: at the same place, for a higher
   * fee.
   */
  sign: (
    order: ChainPayoutOrder,
    reservation: Reservation,
    price: FeeQuote,
    earlier: readonly SignedTransaction[],
  ) => Promise<SignOutcome>;
  /** Sends a transaction to all nodes, once more or for the first time; whether one has taken it. */
  broadcast: (raw: string) => Promise<{ isTaken: boolean; detail: string }>;
  find: (payout: SignedPayout) => Promise<PayoutState>;
}
