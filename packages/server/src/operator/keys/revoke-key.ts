import type { Tx } from '../../db/connect.ts';
import { OperatorError } from '../operator-error.ts';
import { lockKey } from './load-key.ts';

/**
 * Ends a key, with the secret before its last rotation: from the commit on it opens nothing.
 * @throws OperatorError key.notFound, act.impossible where it is revoked already
 */
export async function revokeKey(
  tx: Tx,
  { brandId, id, now }: { brandId: string; id: string; now: Date },
): Promise<void> {
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
}
