import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../ground/database/connect.ts';
import type { ChainPaymentsTable } from '../../ground/database/tables/chains.ts';

export type PaymentRows = Insertable<ChainPaymentsTable>[];

/** The most rows of one statement: PostgreSQL takes 65,535 parameters. */
const chunk = 1_000;

/**
 * How long the rate of the first sight counts, in minutes, for a payment that waits for its first
 * block: a sender can hold one back for as long as they like, until the rate suits them.
 */
const rateMinutes = 120;

/**
 * Inserts payments, or gives those that are known their block. One that had disappeared is seen
 * again, at the present rate; one that was taken back after a reorganisation is handed to the ledger
 * once more. A transaction that pays something else in its new block is another payment.
 */
export async function upsertPayments(tx: Tx, rows: PaymentRows): Promise<void> {
  // A statement can't write a row twice.
  const byKey = new Map(rows.map((row) => [`${row.txid} ${row.index} ${row.content}`, row]));
  const unique = [...byKey.values()];
  for (let from = 0; from < unique.length; from += chunk) {
    await upsert(tx, unique.slice(from, from + chunk));
  }
}

const wasGone = sql`chain_payments.status in ('dropped', 'replaced')`;
const isMined = sql`excluded.height is not null`;
const isFresh = sql`(${wasGone} or chain_payments.status = 'seen' and chain_payments.height is null
  and chain_payments.undone_at is null and ${isMined}
  and excluded.seen_at > chain_payments.seen_at + make_interval(mins => ${rateMinutes}))`;

async function upsert(tx: Tx, rows: PaymentRows): Promise<void> {
  await tx
    .insertInto('chain_payments')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'account', 'blockchain', 'txid', 'index', 'content'])
        .doUpdateSet({
          height: sql`coalesce(excluded.height, chain_payments.height)`,
          block_hash: sql`coalesce(excluded.block_hash, chain_payments.block_hash)`,
          undone_at: sql`case when ${isMined} then null else chain_payments.undone_at end`,
          replaced_by: sql`case when ${isMined} then null else chain_payments.replaced_by end`,
          rate: sql`case when ${isFresh} then excluded.rate else chain_payments.rate end`,
          rate_source: sql`case when ${isFresh} then excluded.rate_source
            else chain_payments.rate_source end`,
          seen_at: sql`case when ${isFresh} then excluded.seen_at else chain_payments.seen_at end`,
          round: sql`chain_payments.round
            + case when chain_payments.status = 'undone' and ${isMined} then 1 else 0 end`,
          status: sql`case
            when ${wasGone} then 'seen'
            when chain_payments.status = 'undone' and ${isMined} then 'seen'
            else chain_payments.status end`,
        }),
    )
    .execute();
}
