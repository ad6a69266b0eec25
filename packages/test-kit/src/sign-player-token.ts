import { SignJWT } from 'jose';

/** What a test may want to be different in a player token; the rest is a good one. */
export interface TokenClaims {
  playerId?: string;
  currency?: string;
  country?: string;
  role?: number;
  /** Which of their accounts the player plays from. */
  accountType?: string;
  /** Whether the operator vouches for the player, so that no captcha is asked of them. */
  captchaBypass?: boolean;
  issuer?: string;
  audience?: string;
  kid?: string;
  issuedAt?: Date;
  /** Seconds from `issuedAt` until it ends. */
  lifetimeSeconds?: number;
}

/** Signs a player token as an operator's backend does, with HS256 (design §4 "Player token"). */
export function signPlayerToken(secret: string, claims: TokenClaims = {}): Promise<string> {
  const issuedAt = Math.floor((claims.issuedAt ?? new Date()).getTime() / 1000);
  return new SignJWT({
    currency: claims.currency ?? 'EUR',
    country: claims.country ?? 'de',
    role: claims.role,
    account_type: claims.accountType,
    captcha_bypass: claims.captchaBypass,
  })
    .setProtectedHeader({ alg: 'HS256', kid: claims.kid ?? 'test' })
    .setIssuer(claims.issuer ?? 'kassa-test')
    .setAudience(claims.audience ?? 'kassa')
    .setSubject(claims.playerId ?? 'player-1')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (claims.lifetimeSeconds ?? 3600))
    .sign(new TextEncoder().encode(secret));
}
