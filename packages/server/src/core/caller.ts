import type { AccountType } from '@kassa/contract';
import type { OrderPlayer, PlayerProfile } from '../connectors/order-player.ts';

/** A signed-in player, from a verified token. */
export interface Caller {
  brandId: string;
  /** Kassa's id of the player; never leaves the server. */
  playerId: string;
  /** The operator's id of the player: the token's `sub`. */
  externalId: string;
  /** The currency of the player's account. */
  currency: string;
  country: string;
  role: number | undefined;
  /** The player's group, by which payments may be routed; null if the token has none. */
  group: string | null;
  /** The account that the player plays with (§2 "Account types"). */
  accountType: AccountType;
  /** The operator vouches for the player in the token, so the player needs no captcha (§7). */
  isVouchedFor: boolean;
  /** The operator has verified the player's identity: the token's `verified`. */
  isVerified: boolean;
  /** Where the player is: an ISO 3166-2 code in lower case, `us-wa`; null if the token has none. */
  region: string | null;
  /** The operator has found the player old enough: the token's `of_age`. */
  isOfAge: boolean;
  /** What the token states of the person. Only the server has it, never the browser. */
  stated: StatedProfile;
  /** The token's `jti`, by which the operator may revoke it; null if it has none. */
  tokenId: string | null;
  /** The token's `iat`. */
  issuedAt: Date;
  /** When the token expires. */
  expiresAt: Date;
  /** The only deposit of this caller, whose bearer token is a ticket of another device. */
  onlyDepositId?: string;
}

/** What a token or wallet states of a player. */
export interface StatedProfile {
  /** The parts that are understood; the others are null. */
  profile: PlayerProfile;
  /** The names of the parts that are stated and not understood: `email`, `address.country`. */
  unread: readonly string[];
}

/** What is known of the device of a request. Personal data: never log. */
export type Device = Pick<OrderPlayer, 'ipAddress' | 'userAgent' | 'locale'>;
