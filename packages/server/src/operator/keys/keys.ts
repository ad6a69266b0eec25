import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { Tx } from '../../ground/database/connect.ts';
import type { OperatorKeysTable } from '../../ground/database/tables/operator.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema, reasonSchema } from '../request-fields.ts';
import { type Operator, type Scope, scopeSchema } from '../scopes.ts';
import { encodeKey, hashSecret, makeSecret } from './authenticate-key.ts';

/** How long the old secret still opens, in seconds, where nobody says otherwise: a day. */
export const defaultGraceSeconds = 24 * 3600;

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

export type Key = Selectable<OperatorKeysTable>;

/** A key as operators see it: everything but its secret. */
export const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  state: z.enum(['active', 'expired', 'revoked']),
  expiresAt: z.nullable(instantSchema),
  lastUsedAt: z.nullable(instantSchema),
  createdBy: z.string(),
  /** The key that made it, revoked or not; null where a person did, on the server's command line. */
  createdByKey: z.nullable(z.string()),
  createdAt: instantSchema,
});

export function describeKey(key: Key, now: Date): z.infer<typeof keySchema> {
  const isExpired = key.expires_at !== null && key.expires_at <= now;
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    state: key.revoked_at !== null ? 'revoked' : isExpired ? 'expired' : 'active',
    expiresAt: key.expires_at?.toISOString() ?? null,
    lastUsedAt: key.last_used_at?.toISOString() ?? null,
    createdBy: key.created_by,
    createdByKey: key.created_by_key,
    createdAt: key.created_at.toISOString(),
  };
}

/**
 * Locks a key of the brand, to change it.
 * @throws OperatorError key.notFound, for another brand's too
 */
async function lockKey(tx: Tx, brandId: string, id: string): Promise<Key> {
  const key = await tx
    .selectFrom('operator_keys')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (key === undefined) throw new OperatorError('key.notFound', 'There is no such key.');
  return key;
}

export interface NewKey {
  brandId: string;
  name: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
  createdBy: string;
  /** The key that made it; null where a person did, on the server's own command line. */
  createdByKey: string | null;
  now: Date;
}

/** Makes a key. Its text is known to the caller alone, from now on: only a hash is stored. */
export async function createKey(tx: Tx, key: NewKey): Promise<{ id: string; text: string }> {
  const id = uuidv7();
  const secret = makeSecret();
  await tx
    .insertInto('operator_keys')
    .values({
      id,
      brand_id: key.brandId,
      name: key.name,
      scopes: [...new Set(key.scopes)],
      secret_hash: hashSecret(secret),
      expires_at: key.expiresAt,
      created_by: key.createdBy,
      created_by_key: key.createdByKey,
      created_at: key.now,
    })
    .execute();
  return { id, text: encodeKey({ id, secret }) };
}

/**
 * Makes sure that a key gets no more than who hands it out has, in scopes and in time.
 * @throws OperatorError scope.missing, key.outlivesOwn
 */
export function requireMayGive(
  giver: Pick<Operator, 'scopes' | 'expiresAt'>,
  key: { scopes: readonly string[]; expiresAt: Date | null },
): void {
  const own: ReadonlySet<string> = giver.scopes;
  const missing = key.scopes.filter((scope) => !own.has(scope));
  if (missing.length > 0) {
    const message = `This key can't give what it doesn't have: ${missing.join(', ')}.`;
    throw new OperatorError('scope.missing', message);
  }
  if (giver.expiresAt === null) return;
  if (key.expiresAt !== null && key.expiresAt <= giver.expiresAt) return;
  const message = `This key ends at ${giver.expiresAt.toISOString()}, and gives none that lasts longer.`;
  throw new OperatorError('key.outlivesOwn', message);
}

export interface Rotation {
  brandId: string;
  id: string;
  graceSeconds: number;
  /** The new secret is theirs to read, so the key must be no more than what they may give. */
  by: Pick<Operator, 'scopes' | 'expiresAt'>;
  now: Date;
}

/**
 * Gives a key another secret; the one before stays good for the time of grace, and one that was
 * still in its own grace ends at once.
 * @throws OperatorError key.notFound, act.impossible for a revoked or expired one, scope.missing,
 *   key.outlivesOwn
 */
export async function rotateKey(
  tx: Tx,
  { brandId, id, graceSeconds, by, now }: Rotation,
): Promise<{ text: string; previousUntil: Date }> {
  const key = await lockKey(tx, brandId, id);
  requireMayGive(by, { scopes: key.scopes, expiresAt: key.expires_at });
  const isExpired = key.expires_at !== null && key.expires_at <= now;
  if (key.revoked_at !== null || isExpired) {
    throw new OperatorError('act.impossible', 'This key is over: create another.');
  }
  const secret = makeSecret();
  const previousUntil = new Date(now.getTime() + graceSeconds * 1000);
  await tx
    .updateTable('operator_keys')
    .set({
      secret_hash: hashSecret(secret),
      previous_hash: key.secret_hash,
      previous_until: previousUntil,
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
  return { text: encodeKey({ id, secret }), previousUntil };
}

/**
 * Ends a key, with the secret before its last rotation: from the commit on it opens nothing. Keys that
 * were made with it go on, since who made a key isn't who uses it; those that still open are returned.
 * @throws OperatorError key.notFound, act.impossible where it is revoked already
 */
export async function revokeKey(
  tx: Tx,
  { brandId, id, now }: { brandId: string; id: string; now: Date },
): Promise<{ id: string; name: string }[]> {
  const key = await lockKey(tx, brandId, id);
  if (key.revoked_at !== null) {
    throw new OperatorError('act.impossible', 'This key is revoked already.');
  }
  await tx
    .updateTable('operator_keys')
    .set({ revoked_at: now, previous_hash: null, previous_until: null })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
  return tx
    .selectFrom('operator_keys')
    .select(['id', 'name'])
    .where('brand_id', '=', brandId)
    .where('created_by_key', '=', id)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id')
    .execute();
}
