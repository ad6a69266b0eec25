import type { Money, User } from '@kassa/contract';
import type { Tx } from '../db/connect.ts';
import type { Caller } from '../players/caller.ts';

/** Money that arrived for a player and is to be added to their balance. */
export interface Credit {
  /** Unique for ever: the same id never credits twice. */
  transferId: string;
  brandId: string;
  playerId: string;
  depositId: string;
  /** The connector whose clearing account it comes from. */
  connector: string;
  money: Money;
}

/** Where players' balances live (design §3.9). */
export interface WalletPort {
  /** Who the player is and what they have. */
  profile: (caller: Caller) => Promise<User>;
  /** Adds money to a player's balance, together with the transaction that records why. */
  credit: (tx: Tx, credit: Credit) => Promise<void>;
}
