import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../ground/database/connect.ts';
import type { OperatorKeysTable } from '../../ground/database/tables/operator.ts';
import { instantSchema } from '../instants.ts';
import { OperatorError } from '../operator-error.ts';

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
export async function lockKey(tx: Tx, brandId: string, id: string): Promise<Key> {
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
