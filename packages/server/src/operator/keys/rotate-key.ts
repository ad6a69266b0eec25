import type { Tx } from '../../ground/database/connect.ts';
import type { Operator } from '../operator.ts';
import { OperatorError } from '../operator-error.ts';
import { encodeKey, hashSecret, makeSecret } from './key-secret.ts';
import { lockKey } from './load-key.ts';
import { requireMayGive } from './require-may-give.ts';

/** How long the old secret still opens, in seconds, where nobody says otherwise: a day. */
export const defaultGraceSeconds = 24 * 3600;

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
