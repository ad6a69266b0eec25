import { type AccountType, CallError, type ErrorCode } from '@kassa/contract';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { TokenKey } from '../brands/brand-config.ts';
import type { Brand, Brands } from '../brands/load-brands.ts';
import type { StatedProfile } from '../core/caller.ts';
import { readClaims } from './player-profile.ts';
import {
  clockToleranceSeconds,
  faultOfClaim,
  parseClaims,
  type TokenFault,
} from './token-faults.ts';

/** A player token's verified claims. */
export interface VerifiedToken {
  brandId: string;
  externalId: string;
  currency: string;
  country: string;
  role: number | undefined;
  /** The claim `group`, or null. */
  group: string | null;
  /** From the claim `account_type`; the main account by default. */
  accountType: AccountType;
  /** From the claim `captcha_bypass`. */
  isVouchedFor: boolean;
  /** From the claim `verified`. */
  isVerified: boolean;
  /** From the claim `region`; null without it. */
  region: string | null;
  /** From the claim `of_age`. */
  isOfAge: boolean;
  /** The claims about the person; one that isn't understood rejects no token. */
  stated: StatedProfile;
  /** The claim `jti`, or null. */
  tokenId: string | null;
  issuedAt: Date;
  expiresAt: Date;
}

export type TokenVerifier = (token: string | undefined, now: Date) => Promise<VerifiedToken>;

/**
 * Builds the verifier of player tokens (design §4). The brand follows from `iss` and the key from
 * `kid`; the algorithm is that of the key, never that of the token's header. The verifier throws
 * TokenRejected: auth.tokenMissing, auth.tokenInvalid, auth.tokenExpired, and server.unavailable if
 * a brand's keys can't be fetched. A reload of the brands builds another one.
 */
export function buildTokenVerifier(brands: Brands): TokenVerifier {
  const byIssuer = new Map([...brands.values()].map((brand) => [brand.token.issuer, brand]));
  /** A player sends the same token with each call. Keys behind a URL may change meanwhile. */
  const known = new Map<string, VerifiedToken>();
  return async (token, now) => {
    if (!token) {
      throw new TokenRejected('auth.tokenMissing', 'There is no player token.', 'missing');
    }
    const before = known.get(token);
    if (before !== undefined && !hasExpired(before, now)) return before;
    const { brand, key } = chooseKey(token, byIssuer);
    const verified = await verify(token, brand, key, keySourceOf(key), now);
    if (!('jwksUrl' in key)) keep(known, token, verified);
    return verified;
  };
}

const hasExpired = ({ expiresAt }: VerifiedToken, now: Date) =>
  expiresAt.getTime() + clockToleranceSeconds * 1000 <= now.getTime();

/** Together some megabytes. */
const mostKnown = 5_000;

/** Keeps a verified token in place of the oldest one. */
function keep(known: Map<string, VerifiedToken>, token: string, verified: VerifiedToken): void {
  known.set(token, verified);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}

/** The sources of the keys in use. A key that a reload leaves as it is keeps what was fetched. */
const sources = new WeakMap<TokenKey, JWTVerifyGetKey>();

function keySourceOf(key: TokenKey): JWTVerifyGetKey {
  const source = sources.get(key) ?? buildKeySource(key);
  sources.set(key, source);
  return source;
}

/** Builds the source of a key of `token.keys`. */
export function buildKeySource(key: TokenKey): JWTVerifyGetKey {
  if ('jwksUrl' in key) return buildRemoteKeySource(new URL(key.jwksUrl));
  if ('jwk' in key) {
    return createLocalJWKSet({ keys: [{ ...key.jwk, kid: key.kid, alg: key.alg }] });
  }
  const secret = new TextEncoder().encode(key.secret);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = crypto.subtle.importKey('raw', secret, algorithm, false, ['verify']);
  return () => imported;
}

const keySetFreshMs = 10 * 60_000;

/**
 * Loads keys from a URL on first use and refreshes them in the background: while the operator's key
 * server is unavailable, the known keys stay in use.
 */
function buildRemoteKeySource(url: URL): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(url, {
    cooldownDuration: 2000,
    cacheMaxAge: Number.POSITIVE_INFINITY,
  });
  let askedAt = Date.now();
  return async (header, token) => {
    if (Date.now() - askedAt > keySetFreshMs) {
      askedAt = Date.now();
      keys.reload().catch(() => {});
    }
    return keys(header, token);
  };
}

/** Reads the unverified header and issuer, only to find the key for the verification. */
function chooseKey(token: string, byIssuer: Map<string, Brand>): { brand: Brand; key: TokenKey } {
  const { alg, kid, issuer } = readUnverified(token);
  const brand = byIssuer.get(issuer ?? '');
  if (brand === undefined) throw invalid('issuer');
  const key = findKey(brand.token.keys, alg, kid);
  if (key === undefined) throw invalid('key', brand);
  return { brand, key };
}

/** Returns the key that a token names in its header; undefined if there is none. */
export function findKey(
  keys: readonly TokenKey[],
  alg: string | undefined,
  kid: string | undefined,
): TokenKey | undefined {
  const fitting = keys.filter((candidate) => candidate.alg === alg);
  return (
    fitting.find((candidate) => !('jwksUrl' in candidate) && candidate.kid === kid) ??
    fitting.find((candidate) => 'jwksUrl' in candidate)
  );
}

function readUnverified(token: string) {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return { alg, kid, issuer: decodeJwt(token).iss };
  } catch {
    throw invalid('malformed');
  }
}

async function verify(
  token: string,
  brand: Brand,
  key: TokenKey,
  source: JWTVerifyGetKey,
  now: Date,
): Promise<VerifiedToken> {
  try {
    const { payload } = await jwtVerify(token, source, {
      algorithms: [key.alg],
      issuer: brand.token.issuer,
      audience: brand.token.audience,
      requiredClaims: ['sub', 'iat', 'exp'],
      clockTolerance: clockToleranceSeconds,
      currentDate: now,
    });
    const parsed = parseClaims(payload, now);
    if (!parsed.isValid) throw invalid(parsed.faults[0], brand);
    const { sub, jti, iat, exp, currency, country, role, group, account_type } = parsed.claims;
    const isVouchedFor = parsed.claims.captcha_bypass === true;
    return {
      brandId: brand.id,
      externalId: sub,
      currency,
      country,
      role,
      group: group ?? null,
      accountType: account_type ?? 'main',
      isVouchedFor,
      isVerified: parsed.claims.verified === true,
      region: parsed.claims.region ?? null,
      isOfAge: parsed.claims.of_age === true,
      stated: readClaims(payload, now),
      tokenId: jti ?? null,
      issuedAt: new Date(iat * 1000),
      expiresAt: new Date(exp * 1000),
    };
  } catch (error) {
    throw describe(error, brand);
  }
}

function describe(error: unknown, brand: Brand): TokenRejected {
  if (error instanceof TokenRejected) return error;
  const fault = faultOf(error);
  if (fault === 'expired') {
    const message = 'The player token has expired.';
    return new TokenRejected('auth.tokenExpired', message, 'expired', brand.id);
  }
  if (fault !== 'keys') return invalid(fault, brand);
  const message = "The keys of player tokens can't be fetched.";
  return new TokenRejected('server.unavailable', message, 'keys', brand.id);
}

/** Returns the fault that an error of the verification stands for. */
export function faultOf(error: unknown): TokenFault {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    return faultOfClaim(error.claim);
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return 'key';
  const isUnfetched =
    !(error instanceof errors.JOSEError) ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC';
  return isUnfetched ? 'keys' : 'malformed';
}

function invalid(fault: TokenFault, brand?: Brand): TokenRejected {
  const message = 'The player token is not valid here.';
  return new TokenRejected('auth.tokenInvalid', message, fault, brand?.id);
}

/**
 * A rejected player token. The sender gets only the code; the operator's log also has the reason,
 * so that an integrator's mistake can be found: `issuer`, `signature`, `claim.aud` …
 */
export class TokenRejected extends CallError {
  readonly reason: TokenFault;
  /** The brand of the token's issuer, if there is one. */
  readonly brandId: string | undefined;

  constructor(code: ErrorCode, message: string, reason: TokenFault, brandId?: string) {
    super(code, message);
    this.reason = reason;
    this.brandId = brandId;
  }
}
