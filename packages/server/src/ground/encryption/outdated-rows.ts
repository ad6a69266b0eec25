import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Log } from '../log.ts';
import type { SealContext, Vault } from './vault.ts';

/** What a rotation needs. */
export interface Parts {
  db: Db;
  vault: Vault;
  log: Log;
}

export const batchSize = 200;

export type Outcome = 'resealed' | 'unreadable' | 'gone';

/** A row that another key than the ring's first has sealed. */
export interface OutdatedRow {
  id: string;
  reseal: () => Promise<Outcome>;
}

/** The key isn't the ring's first key. Written as two ranges, since an index can't serve `<>`. */
export function isOutdated({ vault }: Parts, column: string) {
  const keyId = sql`split_part(${sql.ref(column)}, '.', 2)`;
  return sql<boolean>`(${keyId} < ${vault.sealingKeyId} or ${keyId} > ${vault.sealingKeyId})`;
}

/** Returns null if no key opens the text. */
export function openText(vault: Vault, sealed: string, context: SealContext): string | null {
  try {
    return vault.open(sealed, context);
  } catch {
    return null;
  }
}
