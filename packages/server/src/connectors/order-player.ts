/**
 * A postal address. `country` is a lower-case ISO 3166-1 alpha-2 code, as everywhere in Kassa; the
 * rest is text as the player writes it.
 */
export interface PlayerAddress {
  /** Street and number, possibly more: `Hauptstraße 5, Hinterhaus`. */
  line: string | null;
  city: string | null;
  postalCode: string | null;
  region: string | null;
  country: string | null;
}

/**
 * What the operator states of the player, in the token or by the wallet, as far as the brand sends
 * it (`playerData.send`). Validated: no markup, no control characters. Personal data: never log.
 */
export interface PlayerProfile {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  /** E.164: `+4915112345678`. */
  phone: string | null;
  address: PlayerAddress | null;
  /** `1990-02-28`. */
  birthDate: string | null;
}

/** The player of an order, as known when they asked for it. Personal data: never log. */
export interface OrderPlayer {
  /** IPv4 or IPv6 without a port; what a proxy says counts only if the proxy is trusted. */
  ipAddress: string | null;
  /** The browser's header, 512 characters at most. */
  userAgent: string | null;
  /** The language of the cashier, with the browser's region where it has one: `pt-BR`, BCP 47. */
  locale: string | null;
  /** The country of the player's token, a lower-case ISO 3166-1 alpha-2 code. */
  country: string | null;
  /** Null if the brand sends nothing, or nothing is known. */
  profile: PlayerProfile | null;
}
