import { sql } from 'kysely';
import type { Db } from '../../ground/database/connect.ts';
import type { Entry } from './entry.ts';
import type { Subject } from './subject.ts';

/** What the ledger moved for it. */
export async function loadTransfers(db: Db, { brandId, kind, id }: Subject): Promise<Entry[]> {
  const rows = await db
    .selectFrom('ledger_transfers as t')
    .innerJoin('ledger_entries as e', (join) =>
      join.onRef('e.transfer_id', '=', 't.id').onRef('e.brand_id', '=', 't.brand_id'),
    )
    .innerJoin('ledger_accounts as a', (join) =>
      join.onRef('a.id', '=', 'e.account_id').onRef('a.brand_id', '=', 'e.brand_id'),
    )
    .select(['t.id', 't.kind', 't.reason', 't.created_at'])
    .select(
      sql<string>`string_agg(a.kind || ' ' || e.amount || ' ' || e.currency, ', ' order by e.line)`.as(
        'lines',
      ),
    )
    .where('t.brand_id', '=', brandId)
    .where(kind === 'deposit' ? 't.deposit_id' : 't.withdrawal_id', '=', id)
    .groupBy(['t.id', 't.kind', 't.reason', 't.created_at'])
    .execute();
  return rows.map((row) => ({
    at: row.created_at.toISOString(),
    kind: 'transfer',
    text: `${row.kind}${row.reason === null ? '' : ` (${row.reason})`}: ${row.lines}`,
    id: row.id,
  }));
}

/** What the operator's own wallet was asked to do for it. */
export async function loadWalletOperations(db: Db, subject: Subject): Promise<Entry[]> {
  const rows = await db
    .selectFrom('wallet_operations')
    .selectAll()
    .where('brand_id', '=', subject.brandId)
    .where(subject.kind === 'deposit' ? 'deposit_id' : 'withdrawal_id', '=', subject.id)
    .execute();
  return rows.map((row) => ({
    at: row.created_at.toISOString(),
    kind: 'wallet',
    text:
      `${row.kind} of ${row.amount} ${row.currency}: ${row.status}` +
      `${row.attempts > 0 ? ` after ${row.attempts} attempts` : ''}` +
      `${row.detail === null ? '' : ` (${row.detail})`}`,
    id: row.id,
  }));
}
