/** What a player gained by a grant `g` of a coin: in the balance, and of what they owed. */
const given = (currency: string) => `coalesce((
      select sum(e.amount) from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transfer_id = g.id and e.currency = '${currency}' and a.owner = g.player_id::text
        and a.kind in ('player', 'receivable')), 0)`;

/** What a reversal `r` took of a coin from an account of its player. */
const taken = (currency: string, kind: string) => `-coalesce((
      select sum(e.amount) from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transfer_id = r.id and e.currency = '${currency}' and a.owner = r.player_id::text
        and a.kind = '${kind}'), 0)`;

/** The invariants of gold coins and sweep coins. */
export const sweepstakeRules: Record<string, string> = {
  'every given coin belongs to a grant of both coins': `
    select g.id::text as subject from coin_grants g
    where (case g.status when 'done' then g.gold else 0 end) <> ${given('QGC')}
      or (case g.status when 'done' then g.sweep else 0 end) <> ${given('QSC')}`,
  'every deposit of a package has one grant exactly when it is processed': `
    select d.id::text as subject from deposits d
    left join coin_grants g on g.brand_id = d.brand_id and g.deposit_id = d.id
      and g.player_id = d.player_id and g.gold = d.gold_amount and g.sweep = d.sweep_amount
    where (d.box_id is not null and d.status = 'processed') <> (g.id is not null)`,
  'every coin comes from a grant, and goes back by a reversal': `
    select e.transfer_id::text as subject from ledger_entries e
    join ledger_accounts a on a.id = e.account_id
    left join coin_grants g on g.brand_id = e.brand_id and g.id = e.transfer_id
      and g.status = 'done' and e.amount < 0
    left join reversals r on r.brand_id = e.brand_id and r.id = e.transfer_id
      and r.gold_amount is not null and e.amount > 0
    where a.kind = 'issuance' and g.id is null and r.id is null`,
  'every done reversal of a package took its coins, covered or owed': `
    select r.id::text as subject from reversals r
    where r.status = 'done' and r.gold_amount is not null and (
      r.gold_covered <> ${taken('QGC', 'player')}
      or r.sweep_covered <> ${taken('QSC', 'player')}
      or r.gold_amount - r.gold_covered <> ${taken('QGC', 'receivable')}
      or r.sweep_amount - r.sweep_covered <> ${taken('QSC', 'receivable')})`,
  'the coins taken back of every package equal its reversals': `
    select g.id::text as subject from coin_grants g
    left join payments p on p.brand_id = g.brand_id and p.deposit_id = g.deposit_id
      and p.transfer_id = g.id
    left join reversals r on r.brand_id = p.brand_id and r.deposit_id = p.deposit_id
      and r.payment_id = p.id
    group by g.id, g.gold_taken, g.sweep_taken
    having g.gold_taken <> coalesce(sum(r.gold_amount), 0)
      or g.sweep_taken <> coalesce(sum(r.sweep_amount), 0)`,
  'the parts of every receipt are what arrived': `
    select p.id::text as subject from payments p
    left join payments q on q.brand_id = p.brand_id and q.part_of = p.id
    where p.received_amount is not null and p.part_of is null
    group by p.id, p.amount, p.received_amount
    having count(q.id) = 0 or p.amount + sum(q.amount) <> p.received_amount`,
  // Gold coins have no cash value: nothing is paid, held or exchanged in them.
  'no gold coin is anywhere but with players and where it came from': `
    select id::text as subject from ledger_accounts
    where currency = 'QGC'
      and kind not in ('player', 'wallet', 'issuance', 'receivable', 'corrections')`,
};
