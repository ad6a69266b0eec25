import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../ground/database/connect.ts';
import { rules } from './ledger-rules.ts';

/** A violated rule, in words that an operator can act on. */
export interface LedgerProblem {
  rule: string;
  subject: string;
}

/** The tables that the rules read. */
const tables = [
  'players',
  'deposits',
  'deposit_transitions',
  'payments',
  'reversals',
  'refunds',
  'refund_transitions',
  'withdrawals',
  'withdrawal_transitions',
  'wallet_operations',
  'ledger_accounts',
  'ledger_transfers',
  'ledger_entries',
  'bonuses',
  'corrections',
  'settlement_fees',
  'coin_grants',
];

/**
 * Checks the ledger of a live database, of all brands or of one: every rule on one snapshot. An
 * empty list means that no rule is violated.
 */
export async function checkLedger(
  db: Db,
  { brandId }: { brandId?: string } = {},
): Promise<LedgerProblem[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const problems: LedgerProblem[] = [];
      for (const [rule, query] of Object.entries(rules)) {
        const { rows } = await narrow(query, brandId).execute(tx);
        problems.push(...rows.map(({ subject }) => ({ rule, subject })));
      }
      return problems;
    });
}

/** Restricts a query to the rows of one brand in every table. */
function narrow(query: string, brandId: string | undefined): RawBuilder<{ subject: string }> {
  if (brandId === undefined) return sql.raw(query);
  const used = tables.filter((table) => new RegExp(`\\b${table}\\b`).test(query));
  const narrowed = used.map(
    (table) =>
      sql`${sql.table(table)} as (
        select * from ${sql.table(`public.${table}`)} where brand_id = ${brandId})`,
  );
  return sql`with ${sql.join(narrowed)} select subject from (${sql.raw(query)}) as broken`;
}
