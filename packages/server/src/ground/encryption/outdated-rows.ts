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
 * A place in the order of outdated rows, which is by key and then by id. Keys below the ring's first
 * one and keys above it are read apart, since an index can't serve `<>`.
 */
export interface Place {
  side: '<' | '>';
  key: string;
  id: string;
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** Yields all outdated rows that `load` finds batch by batch behind a place, until `endsAt`. */
export async function* outdatedRows(
  load: (after: Place) => Promise<OutdatedRow[]>,
  endsAt: number,
): AsyncGenerator<OutdatedRow> {
  for (const side of ['<', '>'] as const) {
    let after: Place = { side, key: '', id: firstId };
    while (performance.now() < endsAt) {
      const batch = await load(after);
      yield* batch;
      const last = batch.at(-1);
      if (last === undefined) break;
      after = { side, key: last.sealed.split('.')[1] ?? '', id: last.id };
    }
  }
}

/** The id of the key that sealed the column's text, as its index has it. */
function keyOf(column: string) {
  return sql<string>`split_part(${sql.ref(column)}, '.', 2)`;
}

/** Whether a row is outdated and behind the place. */
export function isOutdated({ vault }: Parts, column: string, { side, key, id }: Place) {
  return sql<boolean>`(${keyOf(column)} ${sql.raw(side)} ${vault.sealingKeyId}
    and (${keyOf(column)}, id) > (${key}, ${id}::uuid))`;
}

/** Orders by key and id. In any other order the planner may read the whole table for a few rows. */
export function inOrderOf(column: string) {
  return sql`${keyOf(column)}, id`;
}

/** Returns null if no key opens the text. */
export function openText(vault: Vault, sealed: string, context: SealContext): string | null {
  try {
    return vault.open(sealed, context);
  } catch {
    return null;
  }
}
