import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { OperatorKeysTable } from '../../ground/database/tables/operator.ts';
import { type Operator, scopeSchema } from '../scopes.ts';

/** The precision of `last_used_at`, so that a busy key's row is seldom updated. */
const lastUsedMs = 60_000;

/**
 * The hash to compare with if a key doesn't exist, so that unknown and wrong keys take the same
 * time.
 */
const noHash = hashSecret('');

/** Verifies the key of a request. Returns null if it is unknown, wrong, expired or revoked. */
export async function authenticateKey(
  core: Pick<Core, 'db' | 'now' | 'brands'>,
  text: string | undefined,
  requestId: string,
): Promise<(Operator & { keyId: string }) | null> {
  const parts = decodeKey(text ?? '');
  const row = parts === null ? undefined : await loadKey(core, parts.id);
  const isValid = matchesKey(row, hashSecret(parts?.secret ?? ''), core.now());
  if (row === undefined || !isValid || !core.brands.has(row.brand_id)) return null;
  await recordUse(core, row);
  return authenticatedAs(row, requestId);
}

type KeyRow = Selectable<OperatorKeysTable>;

/** Returns the operator of a key that is valid. */
export function authenticatedAs(row: KeyRow, requestId: string): Operator & { keyId: string } {
  return {
    brandId: row.brand_id,
    keyId: row.id,
    actor: `key "${row.name}"`,
    // A scope that only a later release knows allows nothing.
    scopes: new Set(row.scopes.flatMap((scope) => scopeSchema.safeParse(scope).data ?? [])),
    expiresAt: row.expires_at,
    requestId,
  };
}

function loadKey(core: Pick<Core, 'db'>, id: string): Promise<KeyRow | undefined> {
  return core.db.selectFrom('operator_keys').selectAll().where('id', '=', id).executeTakeFirst();
}

function matchesKey(row: KeyRow | undefined, hash: string, now: Date): boolean {
  const isCurrent = isSameHash(hash, row?.secret_hash ?? noHash);
  const isPrevious = isSameHash(hash, row?.previous_hash ?? noHash);
  if (row === undefined || row.revoked_at !== null) return false;
  if (row.expires_at !== null && row.expires_at <= now) return false;
  return isCurrent || (isPrevious && row.previous_until !== null && row.previous_until > now);
}

async function recordUse(core: Pick<Core, 'db' | 'now'>, row: KeyRow): Promise<void> {
  const now = core.now();
  if (row.last_used_at !== null && now.getTime() - row.last_used_at.getTime() < lastUsedMs) return;
  await core.db
    .updateTable('operator_keys')
    .set({ last_used_at: now })
    .where('brand_id', '=', row.brand_id)
    .where('id', '=', row.id)
    .execute();
}

/** The id and secret in a key's text. */
export interface KeyParts {
  id: string;
  secret: string;
}

/** Creates a secret of 256 random bits. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Builds the text of a key: `kop_<id>_<secret>`, the id without its dashes. */
export function encodeKey({ id, secret }: KeyParts): string {
  return `kop_${id.replaceAll('-', '')}_${secret}`;
}

/** Parses a key's text. Returns null if it is malformed. */
function decodeKey(text: string): KeyParts | null {
  const match =
    /^kop_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([\w-]{43})$/;
  const found = match.exec(text);
  if (found === null) return null;
  return { id: found.slice(1, 6).join('-'), secret: found[6] ?? '' };
}

/** Hashes a secret for storage. For 256 random bits a fast hash is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares two hashes in constant time. */
function isSameHash(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
