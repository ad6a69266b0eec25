import { CallError, countrySchema, currencySchema } from '@kassa/contract';
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

/** Longer lives than this are refused: a leaked token should not open an account for weeks. */
const maxLifetimeSeconds = 12 * 3600;
const clockToleranceSeconds = 30;

const claimsSchema = z.object({
  // No control characters: PostgreSQL takes no NUL, and logs are read by people.
  sub: z.string().check(z.regex(/^[^\p{Cc}]{1,128}$/u)),
  iat: z.number(),
  exp: z.number(),
  currency: currencySchema,
  country: countrySchema,
  role: z.optional(z.number()),
});

/** A player token's claims, verified. */
export interface VerifiedToken {
  brandId: string;
  externalId: string;
  currency: string;
  country: string;
  role: number | undefined;
  expiresAt: Date;
}

export type TokenVerifier = (token: string | undefined, now: Date) => Promise<VerifiedToken>;

/**
 * Builds the check of player tokens (design §4): the brand follows from `iss`, the key from `kid`,
 * and the key's pinned algorithm decides, never the token's header.
 * It throws CallErrors: auth.tokenMissing, auth.tokenInvalid, auth.tokenExpired, and
 * server.unavailable where a brand's keys can't be fetched.
 */
export function buildTokenVerifier(brands: Brands): TokenVerifier {
  const byIssuer = new Map([...brands.values()].map((brand) => [brand.token.issuer, brand]));
  const keysOf = new Map<TokenKey, JWTVerifyGetKey>();
  for (const brand of brands.values()) {
    for (const key of brand.token.keys) keysOf.set(key, buildKeySource(key));
  }
  return async (token, now) => {
    if (!token) throw new CallError('auth.tokenMissing', 'There is no player token.');
    const { brand, key } = chooseKey(token, byIssuer);
    const source = keysOf.get(key);
    if (source === undefined) throw invalid();
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
 * Keys behind an address, fetched when first needed and refreshed in the background: while the
 * operator's key server is down, the keys already known keep serving.
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

/** Reads the unverified header and issuer only to find whose key to verify with. */
function chooseKey(token: string, byIssuer: Map<string, Brand>): { brand: Brand; key: TokenKey } {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    const brand = byIssuer.get(decodeJwt(token).iss ?? '');
    const fitting = brand?.token.keys.filter((candidate) => candidate.alg === alg);
    const key =
      fitting?.find((candidate) => 'kid' in candidate && candidate.kid === kid) ??
      fitting?.find((candidate) => 'jwksUrl' in candidate);
    if (brand !== undefined && key !== undefined) return { brand, key };
  } catch {
    // Not a JWT at all; the same answer as for a foreign one.
  }
  throw invalid();
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
    if (!claims.success) throw invalid();
    const { sub, iat, exp, currency, country, role } = claims.data;
    const nowSeconds = now.getTime() / 1000;
    const isFromTheFuture = iat > nowSeconds + clockToleranceSeconds;
    if (isFromTheFuture || exp <= iat || exp - iat > maxLifetimeSeconds) throw invalid();
    // With the tolerance that let it in, or a socket would be opened and closed at once.
    const expiresAt = new Date((exp + clockToleranceSeconds) * 1000);
    return { brandId: brand.id, externalId: sub, currency, country, role, expiresAt };
  } catch (error) {
    throw describe(error);
  }
}

function describe(error: unknown): CallError {
  if (error instanceof CallError) return error;
  if (error instanceof errors.JWTExpired) {
    return new CallError('auth.tokenExpired', 'The player token has expired.');
  }
  const isRefusal =
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== 'ERR_JOSE_GENERIC';
  if (isRefusal) return invalid();
  return new CallError('server.unavailable', "The keys of player tokens can't be fetched.");
}

function invalid(): CallError {
  return new CallError('auth.tokenInvalid', 'The player token is not valid here.');
}
