import { accountCurrencySchema, accountTypes, countrySchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { regionSchema } from '../catalog/catalog-schema.ts';
import { playerGroupSchema } from '../catalog/player-group.ts';

/**
 * Every reason for which a player token is rejected, with what was expected. The log, the command
 * `kassa token check` and docs/integration.md name them; a player's browser learns none of them.
 */
export const tokenFaults = {
  missing: 'a token',
  query: "no token in a socket's address, but in Socket.IO's `auth`",
  malformed: 'a JWT of three parts, signed, with a JSON header and JSON claims',
  issuer: 'the `iss` of a brand, as in its `token.issuer`',
  key: 'an `alg` and a `kid` of one of the keys in `token.keys`',
  keys: 'a key server (`jwksUrl`) that answers with the keys',
  signature: "that key's signature over exactly this header and these claims",
  'claim.aud': "the brand's `token.audience`",
  'claim.sub': "the player's id: 1 to 128 characters, no control characters",
  'claim.jti': "the token's own id: 1 to 256 characters, no control characters; or no `jti`",
  'claim.iat': 'when it was signed, in seconds since 1970',
  'claim.exp': 'when it expires, in seconds since 1970',
  'claim.nbf': 'no `nbf`, or a time that has begun, in seconds since 1970',
  'claim.currency': 'an upper-case currency code such as "EUR"',
  'claim.country': 'a lower-case country code such as "de"',
  'claim.role': 'a number, or no `role`',
  'claim.group': 'a text of 1 to 32 characters, no control characters; or no `group`',
  'claim.account_type': '"main", "additional", or no `account_type`',
  'claim.captcha_bypass': 'true, false, or no `captcha_bypass`',
  'claim.verified': 'true, false, or no `verified`',
  'claim.region': 'a lower-case ISO 3166-2 code such as "us-wa", or no `region`',
  'claim.of_age': 'true, false, or no `of_age`',
  expired: 'an `exp` in the future',
  future: 'an `iat` in the past, in seconds (not milliseconds) since 1970',
  lifetime: 'an `exp` after `iat`, by at most 12 hours',
  revoked: "a token that the operator hasn't revoked",
} as const;

export type TokenFault = keyof typeof tokenFaults;

/** Returns the fault of a wrong claim. */
export function faultOfClaim(claim: string): TokenFault {
  const fault = claim === 'iss' ? 'issuer' : `claim.${claim}`;
  return Object.hasOwn(tokenFaults, fault) ? (fault as TokenFault) : 'malformed';
}

/** The maximum lifetime of a token: a leaked token must not be valid for weeks. */
const maxLifetimeSeconds = 12 * 3600;
/** The tolerance for clock differences, before a token's begin and after its expiry. */
export const clockToleranceSeconds = 30;

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
  /** Gold coins are read as sweep coins (§3). */
  currency: accountCurrencySchema,
  country: countrySchema,
  role: z.optional(z.number()),
  group: z.optional(playerGroupSchema),
  account_type: z.optional(z.enum(accountTypes)),
  captcha_bypass: z.optional(z.boolean()),
  verified: z.optional(z.boolean()),
  region: z.optional(regionSchema),
  of_age: z.optional(z.boolean()),
});

export type TokenClaims = z.infer<typeof claimsSchema>;

export type ParsedClaims =
  | { isValid: true; claims: TokenClaims }
  | { isValid: false; faults: [TokenFault, ...TokenFault[]] };

/**
 * Parses the claims: what Kassa demands of them besides the rules of every JWT. Returns all faults
 * if there are any.
 */
export function parseClaims(payload: unknown, now: Date): ParsedClaims {
  const claims = claimsSchema.safeParse(payload);
  const wrong = claims.error?.issues.map(({ path }) => faultOfClaim(String(path[0]))) ?? [];
  const [first, ...others] = [...new Set([...wrong, ...findTimeFaults(payload, now)])];
  if (first !== undefined) return { isValid: false, faults: [first, ...others] };
  if (claims.success) return { isValid: true, claims: claims.data };
  return { isValid: false, faults: ['malformed'] };
}

const timesSchema = z.object({ iat: z.number(), exp: z.number() });

function findTimeFaults(payload: unknown, now: Date): TokenFault[] {
  const times = timesSchema.safeParse(payload);
  if (!times.success) return [];
  const { iat, exp } = times.data;
  const isFuture = iat > now.getTime() / 1000 + clockToleranceSeconds;
  const isTooLong = exp <= iat || exp - iat > maxLifetimeSeconds;
  return [
    ...(isFuture ? (['future'] as const) : []),
    ...(isTooLong ? (['lifetime'] as const) : []),
  ];
}
