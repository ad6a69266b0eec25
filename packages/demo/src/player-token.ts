import { countrySchema, currencySchema } from '@kassa/contract';
import { SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { SigningKey } from './signing-key.ts';

const lifeSeconds = 3600;

/** A player as the demo's pages name one. */
export const playerSchema = z.object({
  playerId: z
    .string()
    .check(z.regex(/^[\w.@-]{1,64}$/, 'must be 1 to 64 letters, digits or any of . _ @ -')),
  currency: currencySchema,
  country: countrySchema,
});

const nameSchema = z.optional(z.string().check(z.minLength(1), z.maxLength(100)));

/** The request for a token. */
export const tokenRequestSchema = z.extend(playerSchema, {
  role: z.optional(z.int()),
  /** Whether the site has verified the player's identity. */
  verified: z.optional(z.boolean()),
  /** Where the player is, by ISO 3166-2, for sweepstakes. */
  region: z.optional(z.string().check(z.regex(/^[a-z]{2}-[a-z0-9]{1,3}$/, 'must be like "us-ca"'))),
  /** Whether the site knows that the player is old enough, for sweepstakes. */
  of_age: z.optional(z.boolean()),
  given_name: nameSchema,
  family_name: nameSchema,
  /** Requests a token that expired a minute ago, to test the cashier with it. */
  isExpired: z.optional(z.boolean()),
  locale: z.optional(
    z
      .string()
      .check(z.regex(/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,4}$/i, 'must be a language tag such as "en"')),
  ),
});

type TokenRequest = z.infer<typeof tokenRequestSchema>;

/** Signs a player token that lives one hour, or an expired one. */
export function signPlayerToken(
  { issuer, key }: { issuer: string; key: SigningKey },
  request: TokenRequest,
): Promise<string> {
  const { playerId, isExpired = false, ...claims } = request;
  const issuedAt = Math.floor(Date.now() / 1000) - (isExpired ? lifeSeconds + 60 : 0);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
    .setIssuer(issuer)
    .setAudience('kassa')
    .setSubject(playerId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeSeconds)
    .sign(key.privateKey);
}
