/**
 * The sums of each withdrawal's transfers: the amount held, the amount that left the player, and of
 * it what a payout in part gave back; the fee that stayed, and what reached the provider, less its
 * own fees.
 */
const withdrawalSums = `
  select w.id, w.status, w.amount, w.fee, w.paid_amount,
    coalesce(w.paid_amount, w.payout_amount, w.amount) as paid,
    coalesce(sum(e.amount) filter (where a.kind = 'held'), 0) as held,
    -coalesce(sum(e.amount) filter (
      where a.kind in ('player', 'wallet', 'receivable', 'held')), 0) as gone,
    coalesce(sum(e.amount) filter (
      where t.id = w.rest_id and a.kind in ('player', 'wallet')), 0) as rest,
    coalesce(sum(e.amount) filter (where a.kind = 'payoutFees'), 0) as stayed,
    coalesce(sum(e.amount) filter (
      where a.kind in ('clearing', 'fees')
        and e.currency = coalesce(w.payout_currency, w.currency)), 0) as reached,
    bool_or(r.status = 'pending') or bool_or(o.status <> 'done') as is_waiting
  from withdrawals w
  left join ledger_transfers t on t.withdrawal_id = w.id
  left join ledger_entries e on e.transfer_id = t.id
  left join ledger_accounts a on a.id = e.account_id
  left join lateral (
    select status from reversals where withdrawal_id = w.id and status = 'pending' limit 1) r on true
  left join lateral (
    select status from wallet_operations
    where id in (w.return_id, w.rest_id) and status <> 'done' limit 1) o on true
  group by w.id, w.status, w.amount, w.fee, w.paid_amount, w.payout_amount`;

/** The invariants of withdrawals; each query lists its violations as `subject`. */
export const withdrawalRules: Readonly<Record<string, string>> = {
  'the amount of a withdrawal is held exactly while it is open': `
    select id::text as subject from (${withdrawalSums}) w
    where held <> case when status in (
      'requested', 'inReview', 'approved', 'sending', 'sent', 'unknown') then amount else 0 end`,
  // A withdrawal that waits for the operator's wallet has its new status already; its money
  // follows.
  'the amount of a withdrawal left the player exactly when it was completed': `
    select id::text as subject from (${withdrawalSums}) w
    where is_waiting is not true
      and gone <> case when status = 'completed' then amount - rest else 0 end`,
  'the fee of a withdrawal stays, and its payout reaches the provider, exactly when it is completed': `
    select id::text as subject from (${withdrawalSums}) w
    where is_waiting is not true and (
      stayed <> case when status = 'completed' then fee else 0 end
      or reached <> case when status = 'completed' then paid else 0 end)`,
  'a withdrawal gives a rest back exactly when it was paid in part': `
    select id::text as subject from (${withdrawalSums}) w
    where is_waiting is not true
      and ((paid_amount is not null) <> (rest > 0) or rest > amount - fee)`,
  'every withdrawal pays its amount less the fee, at its rate': `
    select id::text as subject from withdrawals
    where fee < 0 or fee >= amount or payout_amount <= 0
      or payout_amount > (amount - fee) * coalesce(rate, 1)
      or (rate is null) <> (coalesce(payout_currency, currency) = currency)
      or paid_amount is not null and (paid_amount <= 0 or paid_amount >= payout_amount)`,
  'the history of every withdrawal ends in its status': `
    select w.id::text as subject from withdrawals w
    where w.status is distinct from (
      select t.to_status from withdrawal_transitions t where t.withdrawal_id = w.id
      order by t.created_at desc, t.id desc limit 1)`,
};
