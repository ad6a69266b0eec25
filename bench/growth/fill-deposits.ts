import { sql } from 'kysely';
import type { Db } from '../deposits/wait-for-credited.ts';

/** The brand whose balances are in the operator's wallet. */
export const walletBrand = 'walleted';

/** The seconds between two deposits: a million deposits are three months. */
const secondsBetween = 8;
/**
 * The deposits of one player. Every tenth player belongs to the brand with the operator's wallet.
 */
const depositsPerPlayer = 20;

/**
 * Adds older deposits until there are `to`, with everything that belongs to them: transitions,
 * payment, ledger, wallet operation, notification, claim, and the idempotency key, which is kept for 7
 * days. 16 of 20 are processed, one of 20 is charged back; of those without money some are orders of
 * coin packages. Also adds rejected withdrawals, payment sessions, webhooks, acts, bonuses and free
 * entries. The rules of the ledger check hold for all rows.
 */
export async function fillDeposits(db: Db, from: number, to: number): Promise<void> {
  await db.connection().execute(async (own) => {
    // Skips triggers and foreign keys, which are slow for many rows; the ledger check covers all
    // rows.
    await sql`set session_replication_role = replica`.execute(own);
    await sql`set synchronous_commit = off`.execute(own);
    for (const statement of steps) await sql.raw(statement(from, to)).execute(own);
    await sql`reset session_replication_role`.execute(own);
    await sql`reset synchronous_commit`.execute(own);
  });
  // In production rows are stored in the order of time; these came in some lots, newest first.
  for (const table of ['deposits', 'withdrawals', 'operator_acts', 'webhook_events']) {
    await sql`cluster ${sql.table(table)} using ${sql.id(`${table}_pkey`)}`.execute(db);
  }
  await sql`vacuum analyze`.execute(db);
}

const steps: ((from: number, to: number) => string)[] = [
  (from, to) => `
    create temp table new_players as
    select i, uuidv7(-make_interval(secs => i * ${secondsBetween * depositsPerPlayer})) as id,
      gen_random_uuid() as account_id, case when i % 10 = 9 then '${walletBrand}' else 'kassa' end as brand_id
    from generate_series(${from / depositsPerPlayer}, ${to / depositsPerPlayer - 1}) as i`,
  () => `
    insert into players (id, brand_id, external_id) select id, brand_id, 'grown-' || i from new_players`,
  () => `
    insert into ledger_accounts (id, brand_id, kind, owner, currency, balance)
    select account_id, brand_id, k.kind, id::text, 'EUR', case k.kind when 'player' then 0 end
    from new_players,
      lateral (select case brand_id when 'kassa' then 'player' else 'wallet' end as kind) as k
    union all select gen_random_uuid(), brand_id, 'clearing', 'sandbox', 'EUR', null
    from (values ('kassa'), ('${walletBrand}')) as b (brand_id)
    on conflict (brand_id, kind, owner, currency) do nothing`,
  // The n-th newest is n times ${secondsBetween} seconds old; players take turns.
  (from, to) => `
    create temp table new_deposits as
    select n, p.brand_id, p.id as player_id, p.account_id, c.id as clearing_id, t.at,
      uuidv7(t.at - now()) as id, uuidv7(t.at - now()) as payment_id,
      uuidv7(t.at - now()) as session_id, uuidv7(t.at - now()) as reversal_id,
      n % 20 = 5 and p.brand_id = 'kassa' as is_reversed,
      case when n % 20 < 16 then 'processed' when n % 20 = 16 then 'declined'
        when n % 20 = 19 then 'canceled' else 'autoCanceled' end as status
    from generate_series(${from}, ${to - 1}) as n
    cross join lateral (select now() - make_interval(secs => (n + 1) * ${secondsBetween}) as at) as t
    join new_players p on p.i = ${from / depositsPerPlayer} + n % ${(to - from) / depositsPerPlayer}
    join ledger_accounts c on c.brand_id = p.brand_id and c.kind = 'clearing' and c.owner = 'sandbox'`,
  () => `
    insert into payment_sessions (id, brand_id, player_id, amount, currency, created_at)
    select session_id, brand_id, player_id, 50, 'EUR', at from new_deposits
    where n % 10 = 0 order by n desc`,
  () => `
    insert into deposits (id, brand_id, player_id, reference, payment_method, connector, status,
      amount, currency, account_amount, account_currency, credited_amount, country, return_url,
      provider_reference, expires_at, next_check_at, check_count, created_at, updated_at,
      payment_session_id, redirect, reversed_amount, charged_back_amount,
      box_id, gold_amount, sweep_amount, price, price_currency)
    select id, brand_id, player_id, 'KS-' || upper(lpad(to_hex(n), 8, '0')), 'card_international',
      'sandbox', status, 50, 'EUR', 50, 'EUR', case status when 'processed' then 50 else 0 end, 'de',
      'http://localhost/kassa/form?returned=1', 'pay_' || id, at + interval '30 minutes',
      case when status <> 'processed' and at > now() - interval '3 days'
        then now() + interval '6 hours' end, 3, at, at + interval '1 minute',
      case when n % 10 = 0 then session_id end,
      case when n % 10 = 1 then '{"method": "GET", "url": "http://localhost/pay"}'::jsonb end,
      taken.back, taken.back,
      package.box_id, package.gold, package.sweep, package.price, package.currency
    from new_deposits
    cross join lateral (select case when is_reversed then 50 else 0 end as back) as taken
    left join (values ('bench', 500000, 50, 50, 'EUR')) as package (box_id, gold, sweep, price, currency)
      on n % 20 in (17, 18)
    order by n desc`,
  () => `
    insert into deposit_transitions (id, brand_id, deposit_id, from_status, to_status, reason, created_at)
    select uuidv7(at - now()), brand_id, id, s.before, coalesce(s.after, status), s.reason,
      at + s.nth * interval '20 seconds'
    from new_deposits cross join (values
      (0, null, 'created', 'requested by the player'),
      (1, 'created', 'awaitingPlayer', 'the provider accepted the deposit'),
      (2, 'awaitingPlayer', null, 'the provider reported it')) as s (nth, before, after, reason)
    order by n desc`,
  () => `
    insert into deposit_attempts (brand_id, deposit_id, number, account, outcome, began_at, ended_at,
      counted)
    select brand_id, id, 1, 'sandbox', o.outcome, at, at + interval '1 minute', o.outcome
    from new_deposits cross join lateral (select case status when 'processed' then 'paid'
      when 'declined' then 'declined' else 'unpaid' end as outcome) as o
    order by n desc`,
  () => `
    insert into payments (id, brand_id, deposit_id, connector, provider_payment_id, amount, currency,
      status, processed_amount, processed_currency, rate, rate_source, evidence, transfer_id, created_at)
    select payment_id, brand_id, id, 'sandbox', 'pay_' || id, 50, 'EUR', 'credited', 50, 'EUR', 1,
      'same currency', 'notification evt_' || id, payment_id, at
    from new_deposits where status = 'processed' order by n desc`,
  () => `
    insert into ledger_transfers (id, brand_id, kind, deposit_id, created_at)
    select payment_id, brand_id, 'deposit', id, at
    from new_deposits where status = 'processed' order by n desc`,
  () => `
    insert into ledger_entries (transfer_id, line, brand_id, account_id, currency, amount, created_at)
    select payment_id, l.line, brand_id, case l.line when 1 then clearing_id else account_id end,
      'EUR', l.amount, at
    from new_deposits cross join (values (1, -50), (2, 50)) as l (line, amount)
    where status = 'processed' order by n desc`,
  () => `
    insert into reversals (id, brand_id, player_id, deposit_id, payment_id, connector, kind,
      provider_reversal_id, amount, currency, account_currency, account_amount, covered, receivable,
      status, capture_id, confirmed_by, evidence, created_at)
    select reversal_id, brand_id, player_id, id, payment_id, 'sandbox', 'chargeback',
      'chargeback_' || id, 50, 'EUR', 'EUR', 50, 50, 0, 'done', gen_random_uuid(), 'provider',
      'notification evt_' || reversal_id, at + interval '1 hour'
    from new_deposits where is_reversed order by n desc`,
  () => `
    insert into ledger_transfers (id, brand_id, kind, deposit_id, created_at)
    select reversal_id, brand_id, 'reversal', id, at + interval '1 hour'
    from new_deposits where is_reversed order by n desc`,
  () => `
    insert into ledger_entries (transfer_id, line, brand_id, account_id, currency, amount, created_at)
    select reversal_id, l.line, brand_id, case l.line when 1 then clearing_id else account_id end,
      'EUR', l.amount, at + interval '1 hour'
    from new_deposits cross join (values (1, 50), (2, -50)) as l (line, amount)
    where is_reversed order by n desc`,
  () => `
    update ledger_accounts a set balance = moved.balance
    from (
      select account_id, 50 * (count(*) - count(*) filter (where is_reversed)) as balance
      from new_deposits where status = 'processed' group by 1) as moved
    where a.id = moved.account_id and a.kind = 'player'`,
  () => `
    insert into wallet_operations (id, brand_id, player_id, kind, amount, currency, deposit_id, status,
      attempts, created_at, updated_at)
    select payment_id, brand_id, player_id, 'credit', 50, 'EUR', id, 'done', 1, at, at
    from new_deposits where status = 'processed' and brand_id = '${walletBrand}' order by n desc`,
  () => `
    insert into provider_notifications (id, brand_id, connector, notification_id, headers, body,
      outcome, received_at, processed_at, next_attempt_at, subject_ids)
    select uuidv7(at - now()), brand_id, 'sandbox', 'evt_' || id, '{}', 'sealed', 'credited', at, at, at,
      array[id]
    from new_deposits where status = 'processed' order by n desc`,
  () => `
    insert into idempotency_keys (brand_id, player_id, call, key, request_hash, resource_id, answer,
      locked_until, created_at)
    select brand_id, player_id, 'deposit-create', gen_random_uuid()::text, md5(n::text) || md5(n::text),
      id, jsonb_build_object('response', jsonb_build_object('depositId', id, 'apiResponse',
        jsonb_build_object('depositId', id, 'source', 'http://localhost/pay/' || id))),
      at, at
    from new_deposits where at > now() - interval '7 days' order by n desc`,
  () => `
    insert into withdrawals (id, brand_id, player_id, reference, payment_method, connector, status,
      amount, currency, country, hold_id, settle_id, return_id, created_at, updated_at)
    select payment_id, brand_id, player_id, 'KW-' || upper(lpad(to_hex(n), 8, '0')), 'payout', 'sandbox',
      'rejected', 20, 'EUR', 'de', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), at, at
    from new_deposits where n % 20 = 0 order by n desc`,
  () => `
    insert into withdrawal_transitions (id, brand_id, withdrawal_id, from_status, to_status, reason,
      created_at)
    select uuidv7(at - now()), brand_id, payment_id, 'inReview', 'rejected', 'an operator rejected it', at
    from new_deposits where n % 20 = 0 order by n desc`,
  () => `
    insert into refunds (id, brand_id, player_id, deposit_id, payment_id, account, kind, amount,
      currency, account_amount, account_currency, status, hold_id, settle_id, created_at, updated_at)
    select reversal_id, brand_id, player_id, id, payment_id, 'sandbox', 'refund', 50, 'EUR', 50,
      'EUR', 'rejected', gen_random_uuid(), gen_random_uuid(), at, at
    from new_deposits where n % 20 = 1 order by n desc`,
  () => `
    insert into refund_transitions (id, brand_id, refund_id, from_status, to_status, reason, created_at)
    select uuidv7(at - now()), brand_id, reversal_id, 'inReview', 'rejected', 'a key rejected it', at
    from new_deposits where n % 20 = 1 order by n desc`,
  // Retention has deleted their files.
  () => `
    insert into claims (id, brand_id, player_id, deposit_id, status, opened_at, due_at, answered_at,
      answered_by, proofs, is_cleared)
    select uuidv7(at - now()), brand_id, player_id, id, 'refused', at, at + interval '1 day', at,
      'a desk', 1, true
    from new_deposits where n % 20 = 17 order by n desc`,
  () => `
    insert into corrections (id, brand_id, player_id, reference, direction, amount, currency, status,
      reason, actor, created_at, updated_at)
    select uuidv7(at - now()), brand_id, player_id, 'KC-' || upper(lpad(to_hex(n), 8, '0')), 'debit', 1,
      'EUR', 'refused', 'a mistake', 'a desk', at, at
    from new_deposits where n % 20 = 2 order by n desc`,
  () => `
    insert into webhook_events (id, brand_id, player_id, sequence, type, data, created_at, status,
      attempts, delivered_at)
    select uuidv7(at - now()), brand_id, player_id, 100000000 - n, 'deposit.status', '{}', at,
      'delivered', 1, at
    from new_deposits where n % 10 = 2 order by n desc`,
  () => `
    insert into operator_acts (id, brand_id, actor, action, outcome, subject_kind, subject_id, request,
      request_id, created_at)
    select uuidv7(at - now()), brand_id, 'a desk', 'deposits-decline', 'done', 'deposit', id::text, '{}',
      'KR-' || n, at
    from new_deposits where n % 20 = 17 order by n desc`,
  () => `
    insert into bonuses (id, brand_id, player_id, kind, title, currency, min_deposit, percent,
      must_accrue_before, status, revoke_id, actor, reason, created_at, updated_at)
    select uuidv7(at - now()), brand_id, player_id, 'deposit', 'Welcome', 'EUR', 20, 50, at, 'expired',
      gen_random_uuid(), 'a desk', 'a welcome', at, at
    from new_deposits where n % 20 = 18 order by n desc`,
  // Those that the operator's wallet refused have no entries.
  () => `
    insert into coin_grants (id, brand_id, player_id, kind, entry, gold, sweep, required_play, status,
      reason, actor, created_at, updated_at)
    select uuidv7(at - now()), brand_id, player_id, 'freeEntry', 'grown-' || n, 1000, 1, 1, 'refused',
      'an entry by letter', 'a desk', at, at
    from new_deposits where n % 10 = 3 order by n desc`,
  () => 'drop table new_deposits, new_players',
];
