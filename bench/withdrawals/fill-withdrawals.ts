import { sql } from 'kysely';
import type { Db } from '../deposits/wait-for-credited.ts';

/** The withdrawals that are paid from the credit of one deposit. */
const perDeposit = 2;

/**
 * Adds older withdrawals that were paid until there are `to`, with their histories, ledger entries
 * and webhooks, from the balances that `fillDeposits` has filled. The rules of the ledger check hold.
 */
export async function fillWithdrawals(db: Db, from: number, to: number): Promise<void> {
  await db.connection().execute(async (own) => {
    // Skips triggers and foreign keys, which are slow for many rows.
    await sql`set session_replication_role = replica`.execute(own);
    await sql`set synchronous_commit = off`.execute(own);
    for (const statement of steps) await sql.raw(statement(to - from)).execute(own);
    await sql`reset session_replication_role`.execute(own);
    await sql`reset synchronous_commit`.execute(own);
  });
  await sql`cluster withdrawals using withdrawals_pkey`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

const steps: ((count: number) => string)[] = [
  // Deposits that were charged back, or paid withdrawals before, have no money left.
  (count) => `
    create temp table new_withdrawals as
    select t.at, d.brand_id, d.player_id, p.id as account_id, gen_random_uuid() as held_id,
      c.id as clearing_id, uuidv7(t.at - now()) as id, uuidv7(t.at - now()) as hold_id,
      uuidv7(t.at - now()) as settle_id, d.id as deposit_id, row_number() over () as n
    from deposits d
    cross join generate_series(1, ${perDeposit}) as nth
    cross join lateral (select d.created_at + nth * interval '1 hour' as at) as t
    join ledger_accounts p on p.brand_id = d.brand_id and p.kind = 'player'
      and p.owner = d.player_id::text and p.currency = 'EUR'
    join ledger_accounts c on c.brand_id = d.brand_id and c.kind = 'clearing'
      and c.owner = 'payouts' and c.currency = 'EUR'
    where d.brand_id = 'kassa' and d.status = 'processed' and d.reversed_amount = 0
      and not exists (select from withdrawals w where w.provider_reference = 'out_' || d.id || '_1')
      and exists (select from players o where o.id = d.player_id and o.external_id like 'grown-%')
    order by d.id limit ${count}`,
  // The accounts of a player are the same in all of their withdrawals.
  () => `
    insert into ledger_accounts (id, brand_id, kind, owner, currency, balance)
    select gen_random_uuid(), brand_id, 'held', player_id::text, 'EUR', 0
    from (select distinct brand_id, player_id from new_withdrawals) as p
    on conflict (brand_id, kind, owner, currency) do nothing`,
  () => `
    update new_withdrawals w set held_id = h.id
    from ledger_accounts h
    where h.brand_id = w.brand_id and h.kind = 'held' and h.owner = w.player_id::text
      and h.currency = 'EUR'`,
  () => `
    insert into withdrawals (id, brand_id, player_id, reference, payment_method, connector, status,
      amount, currency, payout_amount, payout_currency, country, hold_id, settle_id, return_id,
      send_count, provider_reference, destination_masked, destination_digest, approved_by,
      created_at, updated_at)
    select id, brand_id, player_id, 'KW-' || upper(substr(md5(id::text), 1, 10)), 'bench_payout', 'payouts',
      'completed', 20, 'EUR', 20, 'EUR', 'de', hold_id, settle_id, gen_random_uuid(), 1,
      'out_' || deposit_id || '_' || row_number() over (partition by deposit_id order by at),
      '•••• 3000', md5(player_id::text), 'settings', at, at + interval '1 minute'
    from new_withdrawals order by at`,
  () => `
    insert into withdrawal_transitions (id, brand_id, withdrawal_id, from_status, to_status, reason,
      created_at)
    select uuidv7(at - now()), brand_id, id, s.before, s.after, s.reason, at + s.nth * interval '5 seconds'
    from new_withdrawals cross join (values
      (0, null, 'created', 'requested by the player'),
      (1, 'created', 'requested', 'the money is held'),
      (2, 'requested', 'approved', 'approved automatically'),
      (3, 'approved', 'sending', 'the provider is asked to pay'),
      (4, 'sending', 'sent', 'reported as sent'),
      (5, 'sent', 'completed', 'reported as completed')) as s (nth, before, after, reason)
    order by at`,
  () => `
    insert into ledger_transfers (id, brand_id, kind, withdrawal_id, created_at)
    select l.id, brand_id, l.kind, w.id, at from new_withdrawals w
    cross join lateral (values (hold_id, 'hold'), (settle_id, 'capture')) as l (id, kind)`,
  () => `
    insert into ledger_entries (transfer_id, line, brand_id, account_id, currency, amount, created_at)
    select l.transfer_id, l.line, brand_id, l.account_id, 'EUR', l.amount, at from new_withdrawals
    cross join lateral (values
      (hold_id, 1, account_id, -20), (hold_id, 2, held_id, 20),
      (settle_id, 1, held_id, -20), (settle_id, 2, clearing_id, 20))
      as l (transfer_id, line, account_id, amount)`,
  () => `
    update ledger_accounts a set balance = balance - moved.amount
    from (select account_id, 20 * count(*) as amount from new_withdrawals group by 1) as moved
    where a.id = moved.account_id`,
  () => `
    insert into webhook_events (id, brand_id, player_id, sequence, type, data, created_at, status,
      attempts, delivered_at)
    select uuidv7(at - now()), brand_id, player_id, 200000000 + n, 'withdrawal.status', '{}', at,
      'delivered', 1, at
    from new_withdrawals where n % 10 = 2
    on conflict do nothing`,
  () => 'drop table new_withdrawals',
];
