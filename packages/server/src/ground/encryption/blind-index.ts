import { sql } from 'kysely';
import type { Db, Tx } from '../database/connect.ts';
import type { Fields, FieldsSubject } from './sealed.ts';
import { typedFieldsOf } from './sealed-payee.ts';
import type { Vault } from './vault.ts';

/**
 * Makes a deposit or withdrawal searchable by what the player typed, without storing the text: one
 * keyed digest per field. Runs in the transaction that stores the sealed fields.
 */
export async function indexFields(
  tx: Tx,
  { vault }: { vault: Vault },
  { kind: subject, brandId, id, playerId }: FieldsSubject,
  fields: Fields,
): Promise<void> {
  const rows = Object.entries(typedFieldsOf(fields))
    .filter(([, value]) => value.trim() !== '')
    .map(([kind, value]) => ({
      brand_id: brandId,
      kind,
      digest: vault.blindIndex({ brandId, kind }, value),
      subject,
      subject_id: id,
      player_id: playerId,
    }));
  if (rows.length === 0) return;
  await tx
    .insertInto('blind_index')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the digests of subjects whose fields were erased or sealed under another key. */
export async function unindexFields(
  tx: Tx,
  subject: Pick<FieldsSubject, 'kind' | 'brandId'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('blind_index')
    .where('brand_id', '=', subject.brandId)
    .where('subject', '=', subject.kind)
    .where('subject_id', 'in', ids)
    .execute();
}

/**
 * Returns the digests of a provider's token of a card or account under every key of the ring, the
 * first key's first. Tokens are compared exactly, while the vault ignores case and spaces: hence the
 * hexadecimals.
 */
export function digestsOfInstrument(vault: Vault, brandId: string, token: string | null): string[] {
  if (token === null) return [];
  const exact = Buffer.from(token).toString('hex');
  return vault.blindIndexes({ brandId, kind: 'instrument token' }, exact);
}

/**
 * Returns the digest of a payer under every key of the ring, the first key's first. It is of name and token
 * together, where there is a token: the same name with another card is another payer. None without a name.
 */
export function digestsOfPayer(
  vault: Vault,
  brandId: string,
  { token, payerName }: { token: string | null; payerName: string | null },
): string[] {
  if (payerName === null) return [];
  const exact = Buffer.from(token ?? '').toString('hex');
  return vault.blindIndexes({ brandId, kind: 'payer' }, `${exact}:${payerName}`);
}

/** The maximum number of results; a person reads no more. */
const mostFound = 200;

/**
 * Finds a brand's deposits and withdrawals with exactly one of these values in a field, 200 at most: first the
 * newest of each player, so that nobody hides another by many of their own. Spaces, dashes and case are
 * ignored.
 */
export async function findByField(
  { db, vault }: { db: Db; vault: Vault },
  brandId: string,
  kind: string,
  ...values: string[]
): Promise<FieldsSubject[]> {
  const digests = values.flatMap((value) => vault.blindIndexes({ brandId, kind }, value));
  const ranked = db
    .selectFrom('blind_index')
    .selectAll()
    // Ids begin with their time (UUIDv7).
    .select(
      sql<string>`row_number() over (partition by player_id order by subject_id desc)`.as('rank'),
    )
    .where('brand_id', '=', brandId)
    .where('kind', '=', kind)
    .where('digest', 'in', digests);
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .orderBy('rank')
    .orderBy('subject_id', 'desc')
    .limit(mostFound)
    .execute();
  return rows.map(({ subject, subject_id: id, player_id: playerId }) => ({
    kind: subject,
    brandId,
    id,
    playerId,
  }));
}
