import type { Selectable } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { OperatorKeysTable } from '../../ground/database/tables/operator.ts';
import type { Operator } from '../operator.ts';
import { scopeSchema } from '../scopes.ts';
import { decodeKey, hashSecret, isSameHash } from './key-secret.ts';

/** `last_used_at` is only as fine as this, so that a busy key's row is seldom written. */
const lastUsedMs = 60_000;

/** Compared with where no such key is, so that unknown and wrong cost the same. */
const noHash = hashSecret('');

/**
 * Finds the key of a request; null where it is unknown, wrong, expired or revoked.
 */
export async function authenticateKey(
  core: Pick<Core, 'db' | 'now' | 'brands'>,
  text: string | undefined,
  requestId: string,
): Promise<(Operator & { keyId: string }) | null> {
  const parts = decodeKey(text ?? '');
  const row = parts === null ? undefined : await loadKey(core, parts.id);
  const isGood = opens(row, hashSecret(parts?.secret ?? ''), core.now());
  if (row === undefined || !isGood || !core.brands.has(row.brand_id)) return null;
  await noteUse(core, row);
  return {
    brandId: row.brand_id,
    keyId: row.id,
    actor: `key "${row.name}"`,
    // A scope that a later release knew and this one doesn't allows nothing.
    scopes: new Set(row.scopes.flatMap((scope) => scopeSchema.safeParse(scope).data ?? [])),
    expiresAt: row.expires_at,
    requestId,
  };
}

type KeyRow = Selectable<OperatorKeysTable>;

function loadKey(core: Pick<Core, 'db'>, id: string): Promise<KeyRow | undefined> {
  return core.db.selectFrom('operator_keys').selectAll().where('id', '=', id).executeTakeFirst();
}

function opens(row: KeyRow | undefined, hash: string, now: Date): boolean {
  const isCurrent = isSameHash(hash, row?.secret_hash ?? noHash);
  const isPrevious = isSameHash(hash, row?.previous_hash ?? noHash);
  if (row === undefined || row.revoked_at !== null) return false;
  if (row.expires_at !== null && row.expires_at <= now) return false;
  return isCurrent || (isPrevious && row.previous_until !== null && row.previous_until > now);
}

async function noteUse(core: Pick<Core, 'db' | 'now'>, row: KeyRow): Promise<void> {
  const now = core.now();
  if (row.last_used_at !== null && now.getTime() - row.last_used_at.getTime() < lastUsedMs) return;
  await core.db
    .updateTable('operator_keys')
    .set({ last_used_at: now })
    .where('brand_id', '=', row.brand_id)
    .where('id', '=', row.id)
    .execute();
}
