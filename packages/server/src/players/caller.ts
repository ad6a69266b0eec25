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
  /** When the token ends. */
  expiresAt: Date;
}
