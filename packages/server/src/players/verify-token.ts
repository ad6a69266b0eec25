import {
  type AccountType,
  accountTypes,
  CallError,
  countrySchema,
  currencySchema,
  type ErrorCode,
} from '@kassa/contract';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import * as z from 'zod/mini';
import type { TokenKey } from '../brands/brand-config.ts';
import type { Brand, Brands } from '../brands/load-brands.ts';

/** The maximum lifetime of a token: a leaked token must not be valid for weeks. */
const maxLifetimeSeconds = 12 * 3600;
/** The tolerance for clock differences, before a token's begin and after its expiry. */
const clockToleranceSeconds = 30;

/** The longest time for which a token is accepted after now, whichever claims it has. */
export const longestValiditySeconds = maxLifetimeSeconds + 2 * clockToleranceSeconds;

// Ids have no control characters or unpaired surrogates: PostgreSQL can't store them, and people
// read logs.

/** A token's `jti`. */
export const tokenIdSchema = z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]{1,256}$/u));

const claimsSchema = z.object({
  sub: z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]{1,128}$/u)),
  jti: z.optional(tokenIdSchema),
  iat: z.number(),
  exp: z.number(),
  currency: currencySchema,
  country: countrySchema,
  role: z.optional(z.number()),
  account_type: z.optional(z.enum(accountTypes)),
  captcha_bypass: z.optional(z.boolean()),
});

/** A player token's verified claims. */
export interface VerifiedToken {
  brandId: string;
  externalId: string;
  currency: string;
  country: string;
  role: number | undefined;
  /** From the claim `account_type`; the main account by default. */
  accountType: AccountType;
  /** From the claim `captcha_bypass`. */
  isVouchedFor: boolean;
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
 * a brand's keys can't be fetched.
 */
export function buildTokenVerifier(brands: Brands): TokenVerifier {
  const byIssuer = new Map([...brands.values()].map((brand) => [brand.token.issuer, brand]));
  const keysOf = new Map<TokenKey, JWTVerifyGetKey>();
  for (const brand of brands.values()) {
    for (const key of brand.token.keys) keysOf.set(key, buildKeySource(key));
  }
  return async (token, now) => {
    if (!token) {
      throw new TokenRejected('auth.tokenMissing', 'There is no player token.', 'missing');
    }
    const { brand, key } = chooseKey(token, byIssuer);
    const source = keysOf.get(key);
    if (source === undefined) throw invalid('key', brand);
    return verify(token, brand, key, source, now);
  };
}

function buildKeySource(key: TokenKey): JWTVerifyGetKey {
  if ('jwksUrl' in key) return buildRemoteKeySource(new URL(key.jwksUrl));
  if ('jwk' in key) {
    return createLocalJWKSet({ keys: [{ ...key.jwk, kid: key.kid, alg: key.alg }] });
  }
  const secret = new TextEncoder().encode(key.secret);
  return async () => secret;
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
  const fitting = brand.token.keys.filter((candidate) => candidate.alg === alg);
  const key =
    fitting.find((candidate) => 'kid' in candidate && candidate.kid === kid) ??
    fitting.find((candidate) => 'jwksUrl' in candidate);
  if (key === undefined) throw invalid('key', brand);
  return { brand, key };
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
    const claims = claimsSchema.safeParse(payload);
    if (!claims.success) {
      throw invalid(`claim.${String(claims.error.issues[0]?.path[0])}`, brand);
    }
    const { sub, jti, iat, exp, currency, country, role, account_type } = claims.data;
    const nowSeconds = now.getTime() / 1000;
    if (iat > nowSeconds + clockToleranceSeconds) throw invalid('future', brand);
    if (exp <= iat || exp - iat > maxLifetimeSeconds) throw invalid('lifetime', brand);
    const isVouchedFor = claims.data.captcha_bypass === true;
    return {
      brandId: brand.id,
      externalId: sub,
      currency,
      country,
      role,
      accountType: account_type ?? 'main',
      isVouchedFor,
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
  if (error instanceof errors.JWTExpired) {
    const message = 'The player token has expired.';
    return new TokenRejected('auth.tokenExpired', message, 'expired', brand.id);
  }
  const isInvalid =
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== 'ERR_JOSE_GENERIC';
  if (isInvalid) return invalid(reasonOf(error), brand);
  const message = "The keys of player tokens can't be fetched.";
  return new TokenRejected('server.unavailable', message, 'keys', brand.id);
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTClaimValidationFailed) return `claim.${error.claim}`;
  return error instanceof errors.JWSSignatureVerificationFailed ? 'signature' : error.code;
}

function invalid(reason: string, brand?: Brand): TokenRejected {
  const message = 'The player token is not valid here.';
  return new TokenRejected('auth.tokenInvalid', message, reason, brand?.id);
}

/**
 * A rejected player token. The sender gets only the code; the operator's log also has the reason,
 * so that an integrator's mistake can be found: `issuer`, `signature`, `claim.aud` …
 */
export class TokenRejected extends CallError {
  readonly reason: string;
  /** The brand of the token's issuer, if there is one. */
  readonly brandId: string | undefined;

  constructor(code: ErrorCode, message: string, reason: string, brandId?: string) {
    super(code, message);
    this.reason = reason;
    this.brandId = brandId;
  }
}
