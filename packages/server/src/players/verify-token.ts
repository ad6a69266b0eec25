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
const maxLifetimeSeconds = 24 * 3600;
const clockToleranceSeconds = 30;

const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(128)),
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
  if ('jwksUrl' in key) return createRemoteJWKSet(new URL(key.jwksUrl), { cooldownDuration: 2000 });
  if ('jwk' in key) {
    return createLocalJWKSet({ keys: [{ ...key.jwk, kid: key.kid, alg: key.alg }] });
  }
  const secret = new TextEncoder().encode(key.secret);
  return async () => secret;
}

/** Reads the unverified header and issuer only to find whose key to verify with. */
function chooseKey(token: string, byIssuer: Map<string, Brand>): { brand: Brand; key: TokenKey } {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    const brand = byIssuer.get(decodeJwt(token).iss ?? '');
    const key = brand?.token.keys.find(
      (candidate) => candidate.alg === alg && ('jwksUrl' in candidate || candidate.kid === kid),
    );
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
    if (exp - iat > maxLifetimeSeconds) throw invalid();
    const expiresAt = new Date(exp * 1000);
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
    error.code !== 'ERR_JOSE_GENERIC';
  if (isRefusal) return invalid();
  return new CallError('server.unavailable', "The keys of player tokens can't be fetched.");
}

function invalid(): CallError {
  return new CallError('auth.tokenInvalid', 'The player token is not valid here.');
}
