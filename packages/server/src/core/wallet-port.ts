import type { Decimal, Money, User, WalletPurpose } from '@kassa/contract';
import type { Caller, StatedProfile } from './caller.ts';

/** A player as the operator's wallet knows them. */
export interface WalletPlayer {
  brandId: string;
  /** The operator's id of the player. */
  externalId: string;
}

/** One movement that a wallet is asked for. */
export interface WalletRequest extends WalletPlayer {
  /** Unique for ever: a repeated request with the same id never moves money twice. */
  transferId: string;
  money: Money;
  /**
   * The deposit, withdrawal, refund through the provider, reversal or correction, for the operator's
   * records. The reversal of such a refund has the refund's id.
   */
  subjectId: string;
  /** Null for a movement that the release before began: its requests stay the same. */
  purpose: MovementPurpose | null;
}

/** What a movement is for, in words that the operator's staff knows. */
export interface MovementPurpose {
  kind: WalletPurpose;
  /** The reference of the deposit, withdrawal or correction for people. */
  reference: string;
  /** The payment method; null if there is none. */
  paymentType: string | null;
}

/** A capture or release of a hold. */
export interface HoldRequest extends WalletRequest {
  /** The `transferId` of the hold. */
  holdId: string;
}

/**
 * A wallet's response. `refused`: it certainly did nothing, and never will for this transfer.
 * `unknownOperation`: it doesn't know the operation and did nothing, but may know it later.
 * `unknown`: it may have moved the money (timeout, malformed response). After the last two the
 * request is repeated with the same transfer id. The `detail` of a refusal begins with its code.
 */
export type WalletAnswer =
  | { kind: 'done' }
  | { kind: 'unknownOperation'; detail: string }
  | { kind: 'refused'; reason: 'insufficient' | 'unknownPlayer' | 'other'; detail: string }
  | { kind: 'unknown'; detail: string };

/** A wallet other than Kassa's own ledger. It is called outside of any transaction. */
export interface RemoteWallet {
  /** Adds money to a player's balance. */
  credit: (request: WalletRequest) => Promise<WalletAnswer>;
  /** Takes money off a player's balance for good; refused if the balance doesn't cover it. */
  debit: (request: WalletRequest) => Promise<WalletAnswer>;
  /** Takes money off a player's balance and holds it. */
  hold: (request: WalletRequest) => Promise<WalletAnswer>;
  /** Uses up a hold: its money has left for good. */
  capture: (request: HoldRequest) => Promise<WalletAnswer>;
  /** Releases a hold: its money returns to the player's balance. */
  release: (request: HoldRequest) => Promise<WalletAnswer>;
  /**
   * What a player can spend now, to the currency's smallest unit; null if the wallet doesn't say.
   */
  balance: (player: WalletPlayer, currency: string) => Promise<Decimal | null>;
  /**
   * Whether the wallet knows `debit`. If not, chargebacks and reported refunds are holds and
   * captures; a refund can't be requested from a provider, and a correction can't be a debit.
   */
  hasDebits: boolean;
}

/** The operations of a wallet that move money. */
export type WalletMovement = Exclude<keyof RemoteWallet, 'balance' | 'hasDebits'>;

/** The port to players' balances (design §3.9). */
export interface WalletPort {
  /**
   * Returns the player's profile and balance.
   * @throws CallError server.unavailable, wallet.unknownPlayer, wallet.unknownCurrency
   */
  profile: (caller: Caller) => Promise<User>;
  /**
   * Returns what the wallet states of the person, within two seconds; null if it doesn't answer.
   * Never rejects. Undefined if the wallet knows no persons.
   */
  person?: (caller: Caller) => Promise<StatedProfile | null>;
  /**
   * Null if balances live in Kassa's own ledger: money then moves in the transaction that records
   * the reason. Otherwise each movement is a row of `wallet_operations` until this wallet has
   * responded.
   */
  remote: RemoteWallet | null;
}
