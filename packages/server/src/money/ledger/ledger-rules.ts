import { sweepstakeRules } from './sweepstake-rules.ts';
import { withdrawalRules } from './withdrawal-rules.ts';

/*
 * The invariants of the ledger. Each query lists the violations of its rule as `subject`. A
 * player's balance is the account `player`, or `wallet` if it lives in the operator's wallet.
 */

const ledger: Record<string, string> = {
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
  "no player's balance is negative": `
    select id::text as subject from ledger_accounts where balance < 0`,
};

const deposits: Record<string, string> = {
  'every credited payment has one transfer of its amount to its player, or to the sales': `
    select p.id::text as subject from payments p
    join deposits d on d.brand_id = p.brand_id and d.id = p.deposit_id
    where p.status = 'credited' and 1 <> (
      select count(*) from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id
      join ledger_accounts a on a.id = e.account_id
      where t.id = p.transfer_id and t.kind = 'deposit' and t.deposit_id = p.deposit_id
        and case when d.box_id is null then a.kind in ('player', 'wallet')
            and a.owner = d.player_id::text else a.kind = 'sales' end
        and e.amount = p.processed_amount and e.currency = p.processed_currency)`,
  'every deposit transfer has its credited payment': `
    select t.id::text as subject from ledger_transfers t
    left join payments p on p.transfer_id = t.id and p.status = 'credited'
    where t.kind = 'deposit' and p.id is null`,
  'every credited payment equals its receipt at its rate, less the rounding': `
    select p.id::text as subject from payments p
    where p.status = 'credited' and p.amount * p.rate <> p.processed_amount + p.rounding`,
  'the credited amount of every deposit equals its payments': `
    select d.id::text as subject from deposits d
    left join payments p on p.deposit_id = d.id and p.status = 'credited'
    group by d.id, d.credited_amount
    having d.credited_amount <> coalesce(sum(p.processed_amount), 0)`,
  'a deposit is processed exactly when something was credited': `
    select d.id::text as subject from deposits d
    where (d.status = 'processed') <> (d.credited_amount > 0)`,
  'a deposit is crediting or parked only if one of its payments is': `
    select d.id::text as subject from deposits d
    where d.status in ('crediting', 'parked') and not exists (
      select 1 from payments p where p.deposit_id = d.id and p.status = d.status)`,
  'the history of every deposit ends in its status': `
    select d.id::text as subject from deposits d
    where d.status is distinct from (
      select t.to_status from deposit_transitions t where t.deposit_id = d.id
      order by t.created_at desc, t.id desc limit 1)`,
  'the reversed amount of every deposit equals its reversals': `
    select d.id::text as subject from deposits d
    left join reversals r on r.deposit_id = d.id
    group by d.id, d.reversed_amount
    having d.reversed_amount <> coalesce(sum(r.account_amount), 0)`,
  'what refunds and chargebacks took back of every deposit equals its reversals': `
    select d.id::text as subject from deposits d
    left join reversals r on r.deposit_id = d.id
    group by d.id, d.refunded_amount, d.charged_back_amount
    having d.refunded_amount <> coalesce(sum(r.account_amount) filter (where r.kind = 'refund'), 0)
      or d.charged_back_amount
        <> coalesce(sum(r.account_amount) filter (where r.kind = 'chargeback'), 0)`,
};

const guards: Record<string, string> = {
  // An operator may credit a parked receipt all the same; such a receipt has a resolution.
  'a deposit is credited with its ceiling at most, unless an operator resolved it': `
    select d.id::text as subject from deposits d
    join payments p on p.brand_id = d.brand_id and p.deposit_id = d.id
      and p.status in ('crediting', 'credited') and p.resolved_reason is null
    where d.ceiling is not null
    group by d.id, d.ceiling, d.is_amount_open, d.currency
    having max(p.amount) > d.ceiling or not d.is_amount_open and sum(p.amount) > d.ceiling
      or bool_or(p.currency <> d.currency)`,
};

const debts: Record<string, string> = {
  'no player has settled more than they owed': `
    select a.id::text as subject from ledger_accounts a
    join ledger_entries e on e.account_id = a.id
    where a.kind = 'receivable' group by a.id having sum(e.amount) > 0`,
  'every settled debt has one transfer of its amount from its player': `
    select p.id::text as subject from payments p
    join deposits d on d.brand_id = p.brand_id and d.id = p.deposit_id
    where p.status = 'credited' and p.settled_debt is not null and 2 <> (
      select count(*) from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id
      join ledger_accounts a on a.id = e.account_id
      where t.id = p.debt_transfer_id and t.kind = 'debtSettled' and t.deposit_id = p.deposit_id
        and a.owner = d.player_id::text and e.currency = p.processed_currency
        and (a.kind = 'receivable' and e.amount = p.settled_debt
          or a.kind in ('player', 'wallet') and e.amount = -p.settled_debt))`,
  'every debt transfer has its credited payment': `
    select t.id::text as subject from ledger_transfers t
    left join payments p on p.deposit_id = t.deposit_id and p.debt_transfer_id = t.id
      and p.status = 'credited'
    where t.kind = 'debtSettled' and p.id is null`,
  'no payment settles more than was credited, or while it is parked or returned': `
    select id::text as subject from payments
    where settled_debt is not null and (settled_debt <= 0 or settled_debt > processed_amount
      or debt_transfer_id is null or status not in ('crediting', 'credited'))`,
  'the settled debt of every deposit equals its payments': `
    select d.id::text as subject from deposits d
    left join payments p on p.deposit_id = d.id and p.status = 'credited'
    group by d.id, d.settled_debt having d.settled_debt <> coalesce(sum(p.settled_debt), 0)`,
};

const reversals: Record<string, string> = {
  'every reversal of a deposit belongs to a credited payment of it': `
    select r.id::text as subject from reversals r
    left join payments p on p.brand_id = r.brand_id and p.id = r.payment_id
      and p.deposit_id = r.deposit_id and p.status = 'credited' and p.currency = r.currency
    where r.deposit_id is not null and p.id is null`,
  'no payment is reversed by more than its amount': `
    select p.id::text as subject from payments p
    join reversals r on r.brand_id = p.brand_id and r.payment_id = p.id
    group by p.id, p.amount, p.processed_amount
    having sum(r.amount) > p.amount or sum(r.account_amount) > p.processed_amount`,
  'every reversal has a transfer exactly when it is done': `
    select r.id::text as subject from reversals r
    left join ledger_transfers t on t.id = r.id and t.kind = 'reversal'
    where (r.status = 'done') <> (t.id is not null)`,
  'every done reversal took its covered amount from the balance, and the rest is owed': `
    select r.id::text as subject from reversals r
    where r.status = 'done' and (r.covered <> -coalesce((
      select sum(e.amount) from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transfer_id = r.id and e.currency = r.account_currency
        and a.kind in ('player', 'wallet', 'held', 'sales')), 0)
      or r.receivable <> -coalesce((
      select sum(e.amount) from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transfer_id = r.id and e.currency = r.account_currency
        and a.kind = 'receivable'), 0))`,
};

const refunds: Record<string, string> = {
  'the amount of a refund is held exactly while it is open': `
    select r.id::text as subject from refunds r
    left join ledger_entries e on e.transfer_id in (r.hold_id, r.settle_id, r.id)
    left join ledger_accounts a on a.id = e.account_id
    group by r.id, r.status, r.account_amount
    having coalesce(sum(e.amount) filter (where a.kind = 'held'), 0) <> case
      when r.status in ('approved', 'sending', 'sent', 'unknown', 'inReview')
      then coalesce(r.account_amount, 0) else 0 end`,
  'every completed refund has its reversal, or its parked payment was returned': `
    select r.id::text as subject from refunds r
    join payments p on p.brand_id = r.brand_id and p.id = r.payment_id
    left join reversals v on v.id = r.id and v.payment_id = r.payment_id and v.kind = 'refund'
      and v.amount = r.amount and v.currency = r.currency
    where (r.status = 'completed') <> (v.id is not null)
      and not (r.status = 'completed' and r.account_amount is null and p.status = 'returned')`,
  'no payment is refunded and reversed by more than its amount': `
    select p.id::text as subject from payments p
    join refunds r on r.brand_id = p.brand_id and r.payment_id = p.id
      and r.status not in ('completed', 'failed', 'rejected')
    group by p.id, p.deposit_id, p.amount
    having sum(r.amount) + coalesce((
      select sum(v.amount) from reversals v
      where v.deposit_id = p.deposit_id and v.payment_id = p.id), 0) > p.amount`,
  'the history of every refund ends in its status': `
    select r.id::text as subject from refunds r
    where r.status is distinct from (
      select t.to_status from refund_transitions t where t.refund_id = r.id
      order by t.created_at desc, t.id desc limit 1)`,
};

/**
 * The SQL condition of refused operations that must happen: by the ledger the money has left or was
 * released, but the wallet refused. A refused hold ends its withdrawal, and a deposit's refused
 * credit is parked, so these aren't selected.
 */
export const mustHappenSql = `(status = 'refused' and superseded_by is null
  and (kind in ('capture', 'release')
    or kind = 'credit' and (withdrawal_id is not null or refund_id is not null)))`;

const wallets: Record<string, string> = {
  // The ledger has already moved or released the money of such an operation. An operator must retry
  // the operation (kassa wallet retry).
  'every wallet operation that must happen was not refused, or was retried': `
    select id::text as subject from wallet_operations where ${mustHappenSql}`,
};

/** What a player gains by a correction `c`. */
const corrected = `case c.direction when 'credit' then c.amount else -c.amount end`;

const corrections: Record<string, string> = {
  'every correction has one transfer of its amount exactly when it is done': `
    select c.id::text as subject from corrections c
    where (case c.status when 'done' then 1 else 0 end) <> (
      select count(*) from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id
      join ledger_accounts a on a.id = e.account_id
      where t.id = c.id and t.kind = 'adjustment'
        and a.kind in ('player', 'wallet') and a.owner = c.player_id::text
        and e.amount = ${corrected} and e.currency = c.currency)`,
  'every entry of the corrections has its done correction': `
    select e.transfer_id::text as subject from ledger_entries e
    join ledger_accounts a on a.id = e.account_id
    left join corrections c on c.brand_id = e.brand_id and c.id = e.transfer_id
      and c.status = 'done' and e.amount = -${corrected} and e.currency = c.currency
    where a.kind = 'corrections' and c.id is null`,
};

const bonuses: Record<string, string> = {
  'every accrued bonus has one transfer of its amount to its player': `
    select b.id::text as subject from bonuses b
    where b.accrued_amount > 0 and 1 <> (
      select count(*) from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id
      join ledger_accounts a on a.id = e.account_id
      where t.id = b.id and t.kind = 'bonus' and t.deposit_id = b.deposit_id
        and a.kind = 'bonus' and a.owner = b.player_id::text
        and e.amount = b.accrued_amount and e.currency = b.currency)`,
  'every revoked bonus has one transfer of its revoked amount': `
    select b.id::text as subject from bonuses b
    where b.revoked_amount > 0 and 1 <> (
      select count(*) from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id
      join ledger_accounts a on a.id = e.account_id
      where t.id = b.revoke_id and t.kind = 'bonusRevoked'
        and a.kind = 'bonus' and a.owner = b.player_id::text
        and e.amount = -b.revoked_amount and e.currency = b.currency)`,
  'every bonus transfer has its bonus': `
    select t.id::text as subject from ledger_transfers t
    where t.kind = 'bonus' and not exists (
        select 1 from bonuses b where b.id = t.id and b.accrued_amount > 0)
      or t.kind = 'bonusRevoked' and not exists (
        select 1 from bonuses b where b.revoke_id = t.id and b.revoked_amount > 0)`,
  'every accrued bonus belongs to a large enough deposit of its player': `
    select b.id::text as subject from bonuses b
    join deposits d on d.brand_id = b.brand_id and d.id = b.deposit_id
    where d.player_id <> b.player_id or d.bonus_id is distinct from b.id
      or d.credited_amount < b.min_deposit or d.account_currency <> b.currency`,
  'no accrued bonus stays after its deposit was reversed': `
    select b.id::text as subject from bonuses b
    join deposits d on d.brand_id = b.brand_id and d.id = b.deposit_id
    where b.status = 'accrued' and d.credited_amount - d.reversed_amount < b.min_deposit`,
};

const fees: Record<string, string> = {
  'every fee of a credited payment is booked': `
    select p.id::text as subject from payments p
    where p.status = 'credited' and p.fee > 0
      and not exists (
        select 1 from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where e.transfer_id = p.transfer_id and a.kind = 'fees')
      and not exists (select 1 from settlement_fees f where f.payment_id = p.id)`,
  'every fee transfer has its booked fee of the same amount': `
    select coalesce(t.id, f.transfer_id)::text as subject
    from (select id from ledger_transfers where kind = 'fee') t
    full join settlement_fees f on f.transfer_id = t.id
    where t.id is null or f.transfer_id is null or 1 <> (
      select count(*) from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transfer_id = t.id and a.kind = 'fees'
        and e.amount = -f.amount and e.currency = f.currency)`,
};

/** All rules by their names. */
export const rules: Readonly<Record<string, string>> = {
  ...ledger,
  ...deposits,
  ...guards,
  ...debts,
  ...reversals,
  ...withdrawalRules,
  ...refunds,
  ...wallets,
  ...corrections,
  ...bonuses,
  ...fees,
  ...sweepstakeRules,
};
