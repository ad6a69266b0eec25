import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Importer } from '../../money/payout-files/settle-alone.ts';
import { findSharedOrigin } from '../keys/find-shared-origin.ts';
import { describeKey } from '../keys/keys.ts';
import type { Operator } from '../scopes.ts';

/**
 * Records that a key imports a bank's answer. The same file from an independent key, which may
 * approve acts, is the second person's word on it.
 * @param digest - SHA-256 of the file
 */
export async function recordAnswerImport(
  core: Pick<Core, 'now'>,
  tx: Tx,
  { brandId, keyId, actor, scopes }: Operator,
  { batchId, digest }: { batchId: string; digest: string },
): Promise<Importer> {
  if (keyId === null) return { actor, keyId, isSecond: false };
  const file = { brand_id: brandId, batch_id: batchId, digest };
  await tx
    .insertInto('payout_answer_imports')
    .values({ ...file, key_id: keyId, created_at: core.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (!scopes.has('approvals')) return { actor, keyId, isSecond: false };
  const others = await tx
    .selectFrom('payout_answer_imports as i')
    .innerJoin('operator_keys as k', 'k.id', 'i.key_id')
    .selectAll('k')
    .where('i.brand_id', '=', brandId)
    .where('i.batch_id', '=', batchId)
    .where('i.digest', '=', digest)
    .where('i.key_id', '<>', keyId)
    .execute();
  for (const other of others) {
    if (describeKey(other, core.now()).state !== 'active') continue;
    if ((await findSharedOrigin(tx, brandId, [other.id, keyId])) !== null) continue;
    return { actor: `key "${other.name}", and by ${actor}`, keyId, isSecond: true };
  }
  return { actor, keyId, isSecond: false };
}
