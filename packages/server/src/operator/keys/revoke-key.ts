import type { Tx } from '../../ground/database/connect.ts';
import { OperatorError } from '../operator-error.ts';
import { lockKey } from './load-key.ts';

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
