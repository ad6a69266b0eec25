import * as z from 'zod/mini';
import { scopeSchema } from '../scopes.ts';

/** What a new key is told. */
export const newKeyFields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  scopes: z.array(scopeSchema).check(z.minLength(1)),
  /** Unset: it opens until it is revoked. */
  expiresAt: z.optional(z.iso.datetime({ offset: true })),
};

/** How long the secret before a rotation stays good: at most 30 days. */
export const graceSecondsSchema = z.int().check(z.minimum(0), z.maximum(30 * 24 * 3600));
