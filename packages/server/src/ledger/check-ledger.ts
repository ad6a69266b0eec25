import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

/** One thing that is wrong, in words an operator can act on. */
export interface LedgerProblem {
  rule: string;
  subject: string;
}

/** What must hold; each query lists what breaks it. */
const rules: Record<string, string> = {
  'every transfer sums to zero per currency': `
    select transfer_id || ' ' || currency as subject from ledger_entries
    group by transfer_id, currency having sum(amount) <> 0`,
  'every transfer has entries': `
    select t.id::text as subject from ledger_transfers t
    where not exists (select 1 from ledger_entries e where e.transfer_id = t.id)`,
  'every balance equals its entries': `
    select a.id::text as subject from ledger_accounts a
    left join ledger_entries e on e.account_id = a.id
    where a.balance is not null
    group by a.id, a.balance having a.balance <> coalesce(sum(e.amount), 0)`,
  'every credited payment has one transfer of its amount to its player': `
    select p.id::text as subject from payments p
    join deposits d on d.brand_id = p.brand_id and d.id = p.deposit_id
    where p.status = 'credited' and 1 <> (
      select count(*) from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id
      join ledger_accounts a on a.id = e.account_id
      where t.id = p.id and t.deposit_id = p.deposit_id and a.kind = 'player'
        and a.owner = d.player_id::text and e.amount = p.processed_amount
        and e.currency = p.processed_currency)`,
  'every deposit transfer has its credited payment': `
    select t.id::text as subject from ledger_transfers t
    left join payments p on p.id = t.id and p.status = 'credited'
    where t.kind = 'deposit' and p.id is null`,
  'every deposit credits what its payments say': `
    select d.id::text as subject from deposits d
    left join payments p on p.deposit_id = d.id and p.status = 'credited'
    group by d.id, d.credited_amount
    having d.credited_amount <> coalesce(sum(p.processed_amount), 0)`,
  'a deposit is processed exactly when something was credited': `
    select d.id::text as subject from deposits d
    where (d.status = 'processed') <> (d.credited_amount > 0)`,
  'the history of every deposit ends in its status': `
    select d.id::text as subject from deposits d
    where d.status is distinct from (
      select t.to_status from deposit_transitions t where t.deposit_id = d.id
      order by t.created_at desc, t.id desc limit 1)`,
};

/**
 * Proves the books on a live database: one snapshot, every rule. An empty list means that all hold.
 */
export async function checkLedger(db: Db): Promise<LedgerProblem[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const problems: LedgerProblem[] = [];
      for (const [rule, query] of Object.entries(rules)) {
        const { rows } = await sql.raw<{ subject: string }>(query).execute(tx);
        problems.push(...rows.map(({ subject }) => ({ rule, subject })));
      }
      return problems;
    });
}
