import type { AccountType } from '@kassa/contract';

/** A signed-in player, by a verified token. */
export interface Caller {
  brandId: string;
  /** Our id of the player; never leaves the server. */
  playerId: string;
  /** The operator's id of the player: the token's `sub`. */
  externalId: string;
  /** The currency of the player's account. */
  currency: string;
  country: string;
  role: number | undefined;
  /** Which of their accounts they play from (§2 "Account types"). */
  accountType: AccountType;
  /** The operator vouches for the player in the token: no captcha is asked of them (§7). */
  isVouchedFor: boolean;
  /** When the token ends. */
  expiresAt: Date;
}
