import { payeeSchema } from '@kassa/contract';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Payment } from '../database/tables/money.ts';
import type { RequisiteRow } from '../database/tables/requisites.ts';
import { digestOfAccount, numberOf } from './account-digest.ts';
import { digestsOfInstrument, digestsOfPayer, indexFields, unindexFields } from './blind-index.ts';
import {
  batchSize,
  inOrderOf,
  isOutdated,
  type Outcome,
  type OutdatedRow,
  openText,
  outdatedRows,
  type Parts,
  type Place,
} from './outdated-rows.ts';
import { loadDetails, renewDestination } from './rotate-details.ts';
import {
  type Fields,
  type FieldsSubject,
  openFields,
  openNotification,
  type SealedNotification,
  sealedTables,
  sealFields,
  toInstrumentContext,
  toNotificationContext,
  toSealContext,
} from './sealed.ts';
import { type SealedColumn, sealedColumns } from './sealed-columns.ts';
import type { SealContext } from './vault.ts';

export interface Rotation {
  /** Rows that were sealed anew with the first key of the ring. */
  resealed: number;
  /** Ids of rows that no key of the ring opens: their key is missing. */
  unreadable: string[];
}

/**
 * Seals anew, under the ring's first key, all rows that another key has sealed, and updates their
 * search index. When no such row is left, the old keys can be removed. Safe beside running servers
 * and other runs; after `longestMs` the rest is left to the next run.
 */
export async function rotateSealed(core: Parts, longestMs = 30_000): Promise<Rotation> {
  const endsAt = performance.now() + longestMs;
  const rotation: Rotation = { resealed: 0, unreadable: [] };
  for (const loadOutdated of sources) {
    for await (const { id, reseal } of outdatedRows((place) => loadOutdated(core, place), endsAt)) {
      const outcome = await reseal();
      if (outcome === 'resealed') rotation.resealed += 1;
      if (outcome === 'unreadable') rotation.unreadable.push(id);
    }
  }
  const { resealed, unreadable } = rotation;
  if (resealed > 0)
    core.log.info({ resealed }, 'payment details were sealed anew under the first key');
  if (unreadable.length > 0) {
    const details = { count: unreadable.length, first: unreadable[0] };
    core.log.error(details, "payment details can't be opened: a key is missing in KASSA_DATA_KEYS");
  }
  return rotation;
}

/** Load the next batch of sealed rows behind a place, one function per kind of row. */
const sources: ((core: Parts, after: Place) => Promise<OutdatedRow[]>)[] = [
  (core, after) => loadSubjects(core, 'deposit', after),
  (core, after) => loadSubjects(core, 'withdrawal', after),
  ...sealedColumns.map((column) => (core: Parts, after: Place) => loadColumn(core, column, after)),
  loadInstruments,
  loadDetails,
  loadRequisites,
  loadNotifications,
];

async function loadSubjects(
  core: Parts,
  kind: FieldsSubject['kind'],
  after: Place,
): Promise<OutdatedRow[]> {
  const rows = await core.db
    .selectFrom(sealedTables[kind])
    .select(['id', 'brand_id', 'player_id', 'fields_sealed'])
    .where('fields_sealed', 'is not', null)
    .where(isOutdated(core, 'fields_sealed', after))
    .orderBy(inOrderOf('fields_sealed'))
    .limit(batchSize)
    .execute();
  return rows.map(({ id, brand_id: brandId, player_id: playerId, fields_sealed }) => ({
    id,
    sealed: fields_sealed ?? '',
    reseal: () => resealFields(core, { kind, id, brandId, playerId }, fields_sealed ?? ''),
  }));
}

async function loadColumn(
  core: Parts,
  { table, column, toContext, batch = batchSize }: SealedColumn,
  after: Place,
): Promise<OutdatedRow[]> {
  const { rows } = await sql<{ id: string; brand_id: string; sealed: string }>`
    select id, brand_id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${isOutdated(core, column, after)}
    order by ${inOrderOf(column)} limit ${batch}`.execute(core.db);
  return rows.map((row) => ({
    id: row.id,
    sealed: row.sealed,
    reseal: async () => {
      const sealed = resealText(core, row.sealed, toContext(row));
      if (sealed === null) return 'unreadable';
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${sealed}
        where brand_id = ${row.brand_id} and id = ${row.id}
          and ${sql.ref(column)} = ${row.sealed}`.execute(core.db);
      return numAffectedRows === 0n ? 'gone' : 'resealed';
    },
  }));
}

const instrumentSchema = z.object({
  token: z.nullable(z.string()),
  payerName: z.nullable(z.string()),
});

const instrumentColumns = [
  'id',
  'brand_id',
  'deposit_id',
  'instrument_sealed',
  'instrument_digest',
  'payer_digest',
] as const;

/** Loads the sealed instruments of receipts, whose digests are renewed with them. */
async function loadInstruments(core: Parts, after: Place): Promise<OutdatedRow[]> {
  const rows = await core.db
    .selectFrom('payments')
    .select(instrumentColumns)
    .where('instrument_sealed', 'is not', null)
    .where(isOutdated(core, 'instrument_sealed', after))
    .orderBy(inOrderOf('instrument_sealed'))
    .limit(batchSize)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    sealed: row.instrument_sealed ?? '',
    reseal: () => resealInstrument(core, row),
  }));
}

async function resealInstrument(
  { db, vault }: Parts,
  row: Pick<Payment, (typeof instrumentColumns)[number]>,
): Promise<Outcome> {
  const context = toInstrumentContext(row);
  const sealed = row.instrument_sealed ?? '';
  const opened = openText(vault, sealed, context);
  if (opened === null) return 'unreadable';
  const instrument = instrumentSchema.parse(JSON.parse(opened));
  const digest = digestsOfInstrument(vault, row.brand_id, instrument.token)[0] ?? null;
  const [payer_digest = null] =
    row.payer_digest === null ? [] : digestsOfPayer(vault, row.brand_id, instrument);
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('payments')
      .set({
        instrument_sealed: vault.seal(opened, context),
        instrument_digest: digest,
        payer_digest,
      })
      .where('brand_id', '=', row.brand_id)
      .where('id', '=', row.id)
      .where('instrument_sealed', '=', sealed)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return 'gone';
    const { player_id } = await tx
      .selectFrom('deposits')
      .select('player_id')
      .where('brand_id', '=', row.brand_id)
      .where('id', '=', row.deposit_id)
      .executeTakeFirstOrThrow();
    const owner = { brand_id: row.brand_id, player_id };
    if (row.instrument_digest !== null && digest !== null) {
      await renewDestination(tx, owner, { from: row.instrument_digest, to: digest });
    }
    return 'resealed';
  });
}

/** Loads the operator's own accounts, whose digests are renewed with them. */
async function loadRequisites(core: Parts, after: Place): Promise<OutdatedRow[]> {
  const rows = await core.db
    .selectFrom('requisites')
    .select(['id', 'brand_id', 'payee_sealed'])
    .where(isOutdated(core, 'payee_sealed', after))
    .orderBy(inOrderOf('payee_sealed'))
    .limit(batchSize)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    sealed: row.payee_sealed,
    reseal: () => resealRequisite(core, row),
  }));
}

async function resealRequisite(
  { db, vault }: Parts,
  { id, brand_id: brandId, payee_sealed }: Pick<RequisiteRow, 'id' | 'brand_id' | 'payee_sealed'>,
): Promise<Outcome> {
  const context = { table: 'requisites', brandId, id } as const;
  const opened = openText(vault, payee_sealed, context);
  if (opened === null) return 'unreadable';
  const number = numberOf(payeeSchema.parse(JSON.parse(opened)));
  const digest = number !== null && { digest: digestOfAccount(vault, number) };
  const { numUpdatedRows } = await db
    .updateTable('requisites')
    .set({ payee_sealed: vault.seal(opened, context), ...digest })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('payee_sealed', '=', payee_sealed)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 0n ? 'gone' : 'resealed';
}

/** Returns a text sealed with the first key; null if no key opens it. */
function resealText({ vault }: Parts, sealed: string, context: SealContext): string | null {
  try {
    return vault.seal(vault.openBytes(sealed, context), context);
  } catch {
    return null;
  }
}

/**
 * Loads sealed notifications. Those stored before notifications were sealed stay in plain text
 * until retention deletes them.
 */
async function loadNotifications(core: Parts, after: Place): Promise<OutdatedRow[]> {
  const rows = await core.db
    .selectFrom('provider_notifications')
    .select(['id', 'brand_id', 'body'])
    .where(sql<boolean>`body like 's1.%'`)
    .where(isOutdated(core, 'body', after))
    .orderBy(inOrderOf('body'))
    .limit(batchSize)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    sealed: row.body,
    reseal: () => resealNotification(core, row),
  }));
}

async function resealNotification(
  { db, vault }: Parts,
  notification: SealedNotification,
): Promise<Outcome> {
  const { id, brand_id: brandId, body } = notification;
  let opened: string;
  try {
    opened = openNotification(vault, notification);
  } catch {
    return 'unreadable';
  }
  const { numUpdatedRows } = await db
    .updateTable('provider_notifications')
    .set({ body: vault.seal(opened, toNotificationContext(brandId, id)) })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('body', '=', body)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 0n ? 'gone' : 'resealed';
}

async function resealFields(core: Parts, subject: FieldsSubject, sealed: string): Promise<Outcome> {
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
      // Another process has erased or resealed the fields meanwhile, and its update holds.
      .where('fields_sealed', '=', sealed)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return 'gone';
    await unindexFields(tx, subject, [subject.id]);
    await indexFields(tx, core, subject, fields);
    return 'resealed';
  });
}
