import { sql } from 'kysely';
import type { Db } from '../../ground/database/connect.ts';
import { formatCsvLine } from '../csv.ts';

/**
 * The columns of the file: one line per entry, in the order of the transfers. New columns come last.
 * `player` is the operator's id, empty for an erased player; `reference` and `method` are those of
 * the deposit, withdrawal or correction; of a free entry the operator's id of it.
 */
const columns = [
  'transferId',
  'createdAt',
  'kind',
  'line',
  'account',
  'owner',
  'amount',
  'currency',
  'depositId',
  'withdrawalId',
  'playerId',
  'reason',
  'player',
  'reference',
  'method',
] as const;

type Row = Record<(typeof columns)[number], string | null>;

/** The number of transfers that one query reads, however long the file is. */
const batchSize = 1000;

/**
 * Yields a brand's entries of all transfers from `from` (inclusive) to `to` (exclusive), as CSV.
 * Transactions that are not committed yet are missing, so only an export of past days is complete.
 */
export async function* exportLedger(
  db: Db,
  brandId: string,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<string> {
  yield formatCsvLine(columns);
  let after: { at: string; id: string } | null = null;
  for (;;) {
    const rows: Row[] = await loadBatch(db, brandId, { from, to }, after);
    if (rows.length === 0) return;
    yield rows.map((row) => formatCsvLine(columns.map((column) => row[column]))).join('');
    const last: Row | undefined = rows.at(-1);
    after = { at: last?.createdAt ?? '', id: last?.transferId ?? '' };
  }
}

async function loadBatch(
  db: Db,
  brandId: string,
  { from, to }: { from: Date; to: Date },
  after: { at: string; id: string } | null,
): Promise<Row[]> {
  // The time is passed as text, since a Date would cut its microseconds.
  const next =
    after === null
      ? sql`true`
      : sql`(created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<Row>`
    select t.id as "transferId", t.kind, e.line::text as line, a.kind as account, a.owner,
      to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
      e.amount::text as amount, e.currency, t.deposit_id as "depositId",
      t.withdrawal_id as "withdrawalId", t.reason,
      coalesce(t.player_id, d.player_id, w.player_id) as "playerId",
      -- A look-up for each row: a join may read all players for each batch.
      (select p.external_id from players p where p.brand_id = t.brand_id and p.erased_at is null
        and p.id = coalesce(t.player_id, d.player_id, w.player_id)) as player,
      coalesce(d.reference, w.reference, case t.kind
        when 'adjustment' then (
          select c.reference from corrections c where c.brand_id = t.brand_id and c.id = t.id)
        when 'freeEntry' then (
          select g.entry from coin_grants g where g.brand_id = t.brand_id and g.id = t.id)
      end) as reference,
      coalesce(d.payment_method, w.payment_method) as method
    from (
      select * from ledger_transfers
      where brand_id = ${brandId} and created_at >= ${from} and created_at < ${to} and ${next}
      order by created_at, id limit ${batchSize}
    ) t
    join ledger_entries e on e.brand_id = t.brand_id and e.transfer_id = t.id
    join ledger_accounts a on a.brand_id = e.brand_id and a.id = e.account_id
    left join deposits d on d.brand_id = t.brand_id and d.id = t.deposit_id
    left join withdrawals w on w.brand_id = t.brand_id and w.id = t.withdrawal_id
    order by t.created_at, t.id, e.line`.execute(db);
  return rows;
}
