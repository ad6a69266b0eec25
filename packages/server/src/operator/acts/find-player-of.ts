import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { readReference } from '../../ground/read-reference.ts';

/** Finds the player of a row by the row's id; deposits and withdrawals also by their reference. */
const named =
  (table: string, hasReference = false) =>
  (brandId: string, id: string) => {
    const column = isUuid(id) ? 'id' : hasReference ? 'reference' : null;
    if (column === null) return null;
    return sql<{ id: string }>`
    select player_id as id from ${sql.table(table)}
    where brand_id = ${brandId} and ${sql.ref(column)} = ${isUuid(id) ? id : readReference(id)}`;
  };

type Query = RawBuilder<{ id: string }>;

/** The queries by kind of subject; other kinds belong to no player. */
const queries: Record<string, (brandId: string, id: string) => Query | null> = {
  player: (brandId, id) => sql<{ id: string }>`
    select id from players where brand_id = ${brandId}
      and (external_id = ${id} ${isUuid(id) ? sql`or id = ${id}` : sql``})
    order by external_id = ${id} desc`,
  deposit: named('deposits', true),
  withdrawal: named('withdrawals', true),
  refund: named('refunds'),
  claim: named('claims'),
  chainPayment: named('chain_payments'),
  delivery: named('webhook_events'),
  walletOperation: named('wallet_operations'),
  pendingAct: named('pending_acts'),
  payment: (brandId, id) =>
    isUuid(id)
      ? sql<{ id: string }>`
          select d.player_id as id from payments p join deposits d on d.id = p.deposit_id
          where p.brand_id = ${brandId} and p.id = ${id}`
      : null,
  bankTransfer: (brandId, id) =>
    isUuid(id)
      ? sql<{ id: string }>`
          select s.player_id as id from bank_transfers t
          cross join lateral (
            select player_id from deposits where id = t.deposit_id
            union all select player_id from withdrawals where id = t.withdrawal_id
          ) s
          where t.brand_id = ${brandId} and t.id = ${id}`
      : null,
  notification: (brandId, id) =>
    isUuid(id)
      ? sql<{ id: string }>`
          select s.player_id as id from provider_notifications n join (
            select id, brand_id, player_id from deposits
            union all select id, brand_id, player_id from withdrawals
          ) s on s.brand_id = n.brand_id and s.id = any(n.subject_ids)
          where n.brand_id = ${brandId} and n.id = ${id}`
      : null,
};

/** Returns the player of an act's subject, or null. Erasure finds a player's acts by it. */
export async function findPlayerOf(
  db: Db | Tx,
  brandId: string,
  subject: { kind: string; id: string } | null,
): Promise<string | null> {
  if (subject === null) return null;
  const query = queries[subject.kind]?.(brandId, subject.id) ?? null;
  if (query === null) return null;
  const { rows } = await sql<{ id: string }>`${query} limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
