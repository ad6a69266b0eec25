import type { Decimal, Money, User } from '@kassa/contract';
import type { Caller } from './caller.ts';

/** Whose money it is, in the operator's own words. */
export interface WalletPlayer {
  brandId: string;
  /** The operator's id of the player. */
  externalId: string;
}

/** One movement that a wallet is asked for. */
export interface WalletRequest extends WalletPlayer {
  /** Unique for ever: the same id never moves money twice, however often it is asked for. */
  transferId: string;
  money: Money;
  /** The deposit or withdrawal that it belongs to, for the operator's records. */
  subjectId: string;
}

/** A hold that is used up or given back. */
export interface HoldRequest extends WalletRequest {
  /** The `transferId` of the hold. */
  holdId: string;
}

/**
 * What a wallet says. `refused`: it certainly did nothing and never will for this transfer.
 * `unknown`: it may have done it (time-out, unreadable answer): the same transfer is asked for again.
 */
export type WalletAnswer =
  | { kind: 'done' }
  | { kind: 'refused'; reason: 'insufficient' | 'unknownPlayer' | 'other'; detail: string }
  | { kind: 'unknown'; detail: string };

/** A wallet that isn't Kassa's own ledger. It is asked outside of any transaction. */
export interface RemoteWallet {
  /** Adds money to a player's balance. */
  credit: (request: WalletRequest) => Promise<WalletAnswer>;
  /** Takes money off a player's balance and keeps it aside. */
  hold: (request: WalletRequest) => Promise<WalletAnswer>;
  /** The money of a hold has left for good. */
  capture: (request: HoldRequest) => Promise<WalletAnswer>;
  /** The money of a hold is the player's again. */
  release: (request: HoldRequest) => Promise<WalletAnswer>;
  /** What a player can spend now, to the currency's smallest unit; null where it doesn't say. */
  balance: (player: WalletPlayer, currency: string) => Promise<Decimal | null>;
}

/** What a wallet does with money. */
export type WalletMovement = Exclude<keyof RemoteWallet, 'balance'>;

/** Where players' balances live (design §3.9). */
export interface WalletPort {
  /**
   * Who the player is and what they have.
   * @throws where the operator's wallet can't be asked.
   */
  profile: (caller: Caller) => Promise<User>;
  /**
   * Null where balances are Kassa's own ledger: money then moves in the transaction that records
   * why. Otherwise each movement is a row of `wallet_operations` until this wallet has answered.
   */
  remote: RemoteWallet | null;
}
