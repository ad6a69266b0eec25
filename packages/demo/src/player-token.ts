import { countrySchema, currencySchema } from '@kassa/contract';
import { SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { SigningKey } from './signing-key.ts';

/** A player as the demo's pages name one. */
export const playerSchema = z.object({
  playerId: z
    .string()
    .check(z.regex(/^[\w.@-]{1,64}$/, 'must be 1 to 64 letters, digits or any of . _ @ -')),
  currency: currencySchema,
  country: countrySchema,
});

/** What a token can be asked for. */
export const tokenRequestSchema = z.extend(playerSchema, {
  role: z.optional(z.int()),
  locale: z.optional(
    z
      .string()
      .check(z.regex(/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,4}$/i, 'must be a language tag such as "en"')),
  ),
});

type TokenRequest = z.infer<typeof tokenRequestSchema>;

/** Signs a player token that lives one hour (design §4, "Player token"). */
export function signPlayerToken(key: SigningKey, request: TokenRequest): Promise<string> {
  const { playerId, ...claims } = request;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
    .setIssuer('kassa-demo')
    .setAudience('kassa')
    .setSubject(playerId)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key.privateKey);
}
