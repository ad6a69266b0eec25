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
  sealed: string;
  reseal: () => Promise<Outcome>;
}

/**
 * The place behind a row in the order of outdated rows: by key, then by id. Keys below the ring's
 * first one and keys above it are read apart, since an index can't serve `<>`.
 */
export interface Place {
  side: '<' | '>';
  key: string;
  id: string;
}

/** The places before all outdated rows. */
export const firstPlaces: readonly Place[] = (['<', '>'] as const).map((side) => ({
  side,
  key: '',
  id: '00000000-0000-0000-0000-000000000000',
}));

/** The place behind a row. */
export function placeBehind({ id, sealed }: OutdatedRow, { side }: Place): Place {
  return { side, key: sealed.split('.')[1] ?? '', id };
}

/** The id of the key that sealed the column's text, as its index has it. */
export function keyOf(column: string) {
  return sql<string>`split_part(${sql.ref(column)}, '.', 2)`;
}

/**
 * The row is outdated and behind the place. Rows are read in the order of `keyOf` and the id: in any
 * other order the planner may read the whole table for the few that are outdated.
 */
export function isOutdated({ vault }: Parts, column: string, { side, key, id }: Place) {
  return sql<boolean>`(${keyOf(column)} ${sql.raw(side)} ${vault.sealingKeyId}
    and (${keyOf(column)}, id) > (${key}, ${id}::uuid))`;
}

/** Returns null if no key opens the text. */
export function openText(vault: Vault, sealed: string, context: SealContext): string | null {
  try {
    return vault.open(sealed, context);
  } catch {
    return null;
  }
}
