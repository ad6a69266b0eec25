import * as z from 'zod/mini';
import { reasonSchema } from '../reason.ts';
import { scopeSchema } from '../scopes.ts';
import { defaultGraceSeconds } from './rotate-key.ts';

/** What a new key is told. */
export const newKeySchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.describe('who uses it')),
  scopes: z.array(scopeSchema).check(z.minLength(1)),
  /** Unset: it opens until it is revoked. */
  expiresAt: z.optional(z.iso.datetime({ offset: true })),
});

const longestGraceSeconds = 30 * 24 * 3600;

export const rotationSchema = z.strictObject({
  keyId: z.uuid(),
  /** How long the secret before it stays good. */
  graceSeconds: z._default(
    z.int().check(z.minimum(0), z.maximum(longestGraceSeconds)),
    defaultGraceSeconds,
  ),
});

export const revocationSchema = z.strictObject({ keyId: z.uuid(), reason: reasonSchema });
