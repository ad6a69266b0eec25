import { sql } from 'kysely';
import type { Core } from '../core.ts';
import { indexFields, unindexFields } from './blind-index.ts';
import { type FieldsSubject, sealedTables, toSealContext } from './fields-subject.ts';
import { type Fields, openFields, sealFields } from './seal-fields.ts';

type Parts = Pick<Core, 'db' | 'vault' | 'log'>;

export interface Rotation {
  /** Rows that the first key of the ring has sealed anew. */
  resealed: number;
  /** Rows that no key of the ring opens, by id: their key is missing. */
  unreadable: string[];
}

const batchSize = 200;

/**
 * Seals anew, under the ring's first key, whatever another key has sealed, and indexes it anew.
 * Once nothing is left the old keys can go. Safe beside running servers and beside itself; after
 * `longestMs` it leaves the rest to the next run.
 */
export async function rotateSealed(core: Parts, longestMs = 30_000): Promise<Rotation> {
  const endsAt = performance.now() + longestMs;
  const rotation: Rotation = { resealed: 0, unreadable: [] };
  for (const kind of ['deposit', 'withdrawal'] as const) {
    let after = '00000000-0000-0000-0000-000000000000';
    while (performance.now() < endsAt) {
      const batch = await loadOutdated(core, kind, after);
      for (const row of batch) {
        const outcome = await resealRow(core, row);
        if (outcome === 'resealed') rotation.resealed += 1;
        if (outcome === 'unreadable') rotation.unreadable.push(row.subject.id);
      }
      const last = batch.at(-1);
      if (last === undefined) break;
      after = last.subject.id;
    }
  }
  const { resealed, unreadable } = rotation;
  if (resealed > 0) core.log.info({ resealed }, 'payment details are sealed under the new key');
  if (unreadable.length > 0) {
    const details = { count: unreadable.length, first: unreadable[0] };
    core.log.error(details, 'payment details cannot be opened: a key is missing in the ring');
  }
  return rotation;
}

interface SealedRow {
  subject: FieldsSubject;
  sealed: string;
}

async function loadOutdated(
  { db, vault }: Parts,
  kind: FieldsSubject['kind'],
  after: string,
): Promise<SealedRow[]> {
  // "Not this key" as two ranges: an index finds those, and an inequality it doesn't.
  const keyId = sql<string>`split_part(fields_sealed, '.', 2)`;
  const rows = await db
    .selectFrom(sealedTables[kind])
    .select(['id', 'brand_id', 'player_id', 'fields_sealed'])
    .where('fields_sealed', 'is not', null)
    .where(({ or, eb }) =>
      or([eb(keyId, '<', vault.sealingKeyId), eb(keyId, '>', vault.sealingKeyId)]),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchSize)
    .execute();
  return rows.map(({ id, brand_id: brandId, player_id: playerId, fields_sealed }) => ({
    subject: { kind, id, brandId, playerId },
    sealed: fields_sealed ?? '',
  }));
}

async function resealRow(
  core: Parts,
  { subject, sealed }: SealedRow,
): Promise<'resealed' | 'unreadable' | 'gone'> {
  let fields: Fields;
  try {
    fields = openFields(core.vault, toSealContext(subject), sealed);
  } catch {
    return 'unreadable';
  }
  return core.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable(sealedTables[subject.kind])
      .set({ fields_sealed: sealFields(core.vault, toSealContext(subject), fields) })
      .where('brand_id', '=', subject.brandId)
      .where('id', '=', subject.id)
      // Erased or sealed by another process meanwhile: theirs stands.
      .where('fields_sealed', '=', sealed)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return 'gone';
    await unindexFields(tx, subject, [subject.id]);
    await indexFields(tx, core, subject, fields);
    return 'resealed';
  });
}
