import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { Tx } from '../../ground/database/connect.ts';
import type { OperatorKeysTable } from '../../ground/database/tables/operator.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema, reasonSchema } from '../request-fields.ts';
import { type Operator, type Scope, scopeSchema } from '../scopes.ts';
import { encodeKey, hashSecret, makeSecret } from './authenticate-key.ts';

/** How long the previous secret stays valid by default, in seconds: a day. */
export const defaultGraceSeconds = 24 * 3600;

/** The fields of a new key. */
export const newKeySchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.describe('who uses it')),
  scopes: z.array(scopeSchema).check(z.minLength(1)),
  /** Left out: the key is valid until it is revoked. */
  expiresAt: z.optional(z.iso.datetime({ offset: true })),
});

const longestGraceSeconds = 30 * 24 * 3600;

export const rotationSchema = z.strictObject({
  keyId: z.uuid(),
  /** How long the previous secret stays valid, in seconds. */
  graceSeconds: z._default(
    z.int().check(z.minimum(0), z.maximum(longestGraceSeconds)),
    defaultGraceSeconds,
  ),
});

export const revocationSchema = z.strictObject({ keyId: z.uuid(), reason: reasonSchema });

export type Key = Selectable<OperatorKeysTable>;

/** A key without its secret, as operators see it. */
export const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  state: z.enum(['active', 'expired', 'revoked']),
  expiresAt: z.nullable(instantSchema),
  lastUsedAt: z.nullable(instantSchema),
  createdBy: z.string(),
  /**
   * The key that created it, even if revoked; null if it was created on the server's command line.
   */
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
 * Locks a key of the brand in order to change it.
 * @throws OperatorError key.notFound, also for a key of another brand
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
  /** The key that created it; null if it was created on the server's command line. */
  createdByKey: string | null;
  now: Date;
}

/** Creates a key. Only the caller gets its text: the database stores a hash. */
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
 * Requires that a key gets no more scopes and no later expiry than the key that grants it.
 * @throws OperatorError scope.missing, key.outlivesOwn
 */
export function requireGrantable(
  giver: Pick<Operator, 'scopes' | 'expiresAt'>,
  key: { scopes: readonly string[]; expiresAt: Date | null },
): void {
  const own: ReadonlySet<string> = giver.scopes;
  const missing = key.scopes.filter((scope) => !own.has(scope));
  if (missing.length > 0) {
    const message = `This key can't grant scopes that it lacks: ${missing.join(', ')}.`;
    throw new OperatorError('scope.missing', message);
  }
  if (giver.expiresAt === null) return;
  if (key.expiresAt !== null && key.expiresAt <= giver.expiresAt) return;
  const message = `This key expires at ${giver.expiresAt.toISOString()} and can't grant a later expiry.`;
  throw new OperatorError('key.outlivesOwn', message);
}

export interface Rotation {
  brandId: string;
  id: string;
  graceSeconds: number;
  /** The operator who rotates the key and reads its new secret: must be allowed to grant it. */
  by: Pick<Operator, 'keyId' | 'scopes' | 'expiresAt'>;
  now: Date;
}

/**
 * Gives a key a new secret. The previous secret stays valid for the grace period; a secret before
 * that one ends at once.
 * @throws OperatorError key.notFound, act.impossible for a revoked or expired key, scope.missing,
 * key.outlivesOwn
 */
export async function rotateKey(
  tx: Tx,
  { brandId, id, graceSeconds, by, now }: Rotation,
): Promise<{ text: string; previousUntil: Date }> {
  const key = await lockKey(tx, brandId, id);
  requireGrantable(by, { scopes: key.scopes, expiresAt: key.expires_at });
  const isExpired = key.expires_at !== null && key.expires_at <= now;
  if (key.revoked_at !== null || isExpired) {
    throw new OperatorError(
      'act.impossible',
      'This key is revoked or expired. Create another one.',
    );
  }
  const readers = by.keyId === null || by.keyId === id ? [] : [by.keyId];
  const secret = makeSecret();
  const previousUntil = new Date(now.getTime() + graceSeconds * 1000);
  await tx
    .updateTable('operator_keys')
    .set({
      secret_hash: hashSecret(secret),
      previous_hash: key.secret_hash,
      previous_until: previousUntil,
      rotated_by_keys: [...new Set([...key.rotated_by_keys, ...readers])],
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
  return { text: encodeKey({ id, secret }), previousUntil };
}

/**
 * Revokes a key and its previous secret from the commit on. Keys that it created stay valid, since
 * their users may be others; those that are still valid are returned.
 * @throws OperatorError key.notFound, act.impossible if it is already revoked
 */
export async function revokeKey(
  tx: Tx,
  { brandId, id, now }: { brandId: string; id: string; now: Date },
): Promise<{ id: string; name: string }[]> {
  const key = await lockKey(tx, brandId, id);
  if (key.revoked_at !== null) {
    throw new OperatorError('act.impossible', 'This key is already revoked.');
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
