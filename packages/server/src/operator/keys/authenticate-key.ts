import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { OperatorKeysTable } from '../../ground/database/tables/operator.ts';
import { type Operator, scopeSchema } from '../scopes.ts';

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

/** The id and secret that a key's text is made of. */
export interface KeyParts {
  id: string;
  secret: string;
}

/** A new secret: 256 random bits. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The text that an operator keeps: `kop_<id>_<secret>`, the id without its dashes. */
export function encodeKey({ id, secret }: KeyParts): string {
  return `kop_${id.replaceAll('-', '')}_${secret}`;
}

/** Reads a key's text, or null where it can't be one. */
function decodeKey(text: string): KeyParts | null {
  const match =
    /^kop_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([\w-]{43})$/;
  const found = match.exec(text);
  if (found === null) return null;
  return { id: found.slice(1, 6).join('-'), secret: found[6] ?? '' };
}

/** What is stored of a secret. With 256 random bits to guess, a fast hash is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares two hashes in a time that tells nothing of where they differ. */
function isSameHash(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
