import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../ground/database/connect.ts';
import type { Scope } from '../scopes.ts';
import { encodeKey, hashSecret, makeSecret } from './key-secret.ts';

export interface NewKey {
  brandId: string;
  name: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
  createdBy: string;
  /** The key that made it; null where a person did, on the server's own command line. */
  createdByKey: string | null;
  now: Date;
}

/** Makes a key. Its text is known to the caller alone, from now on: only a hash is stored. */
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
