import { SignJWT } from 'jose';

/** The claims of a player token that a test may change; all others are valid. */
export interface TokenClaims {
  playerId?: string;
  currency?: string;
  country?: string;
  role?: number;
  /** The player's group. */
  group?: string;
  /** The account in use. */
  accountType?: string;
  /** Whether the operator exempts the player from captchas. */
  captchaBypass?: boolean;
  /** Whether the operator has verified the player's identity. */
  verified?: boolean;
  /** Further claims, such as those about the person. */
  person?: Record<string, unknown>;
  issuer?: string;
  audience?: string;
  kid?: string;
  tokenId?: string;
  issuedAt?: Date;
  /** Seconds from `issuedAt` until the expiry. */
  lifetimeSeconds?: number;
}

/** Signs a player token like an operator's backend, with HS256 (design §4 "Player token"). */
export function signPlayerToken(secret: string, claims: TokenClaims = {}): Promise<string> {
  const issuedAt = Math.floor((claims.issuedAt ?? new Date()).getTime() / 1000);
  return new SignJWT({
    ...claims.person,
    jti: claims.tokenId,
    currency: claims.currency ?? 'EUR',
    country: claims.country ?? 'de',
    role: claims.role,
    group: claims.group,
    account_type: claims.accountType,
    captcha_bypass: claims.captchaBypass,
    ...(claims.verified !== undefined && { verified: claims.verified }),
  })
    .setProtectedHeader({ alg: 'HS256', kid: claims.kid ?? 'test' })
    .setIssuer(claims.issuer ?? 'kassa-test')
    .setAudience(claims.audience ?? 'kassa')
    .setSubject(claims.playerId ?? 'player-1')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (claims.lifetimeSeconds ?? 3600))
    .sign(new TextEncoder().encode(secret));
}
