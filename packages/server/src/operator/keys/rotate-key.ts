import type { Tx } from '../../db/connect.ts';
import { OperatorError } from '../operator-error.ts';
import type { Scope } from '../scopes.ts';
import { encodeKey, hashSecret, makeSecret } from './key-secret.ts';
import { lockKey } from './load-key.ts';

/** How long the old secret still opens, in seconds, where nobody says otherwise: a day. */
export const defaultGraceSeconds = 24 * 3600;

export interface Rotation {
  brandId: string;
  id: string;
  graceSeconds: number;
  /** What the one who asks may hand out: the new secret is theirs to read. */
  mayGive: ReadonlySet<Scope>;
  now: Date;
}

/**
 * Gives a key another secret; the one before stays good for the time of grace, and one that was
 * still in its own grace ends at once.
 * @throws OperatorError key.notFound, act.impossible for a revoked or expired one, scope.missing
 */
export async function rotateKey(
  tx: Tx,
  { brandId, id, graceSeconds, mayGive, now }: Rotation,
): Promise<{ text: string; previousUntil: Date }> {
  const key = await lockKey(tx, brandId, id);
  const given: ReadonlySet<string> = mayGive;
  if (key.scopes.some((scope) => !given.has(scope))) {
    throw new OperatorError('scope.missing', 'That key may do more than this one.');
  }
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
