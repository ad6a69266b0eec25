import { type Kysely, sql } from 'kysely';

/**
 * Coin packages and their coins. Gold coins have no cash value: the constraints leave no account, deposit
 * or withdrawal through which they could become anything else. Additions only (design §3.11).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const parts = [deposits, payments, reversals, grants, ledger, changes];
  for (const statement of parts) await sql.raw(statement).execute(db);
}

const deposits = `
-- The package of box_id as it was at the creation.
alter table deposits
  add column gold_amount numeric check (gold_amount > 0),
  add column sweep_amount numeric check (sweep_amount >= 0),
  add column price numeric check (price > 0),
  add column price_currency text,
  -- Units of the price's currency for one unit of the deposit's, and until when the rate holds, of a
  -- package that is paid in a coin.
  add column price_rate numeric check (price_rate > 0),
  add column price_rate_until timestamptz,
  add constraint deposits_package check (
    num_nonnulls(box_id, gold_amount, sweep_amount, price, price_currency) in (0, 5)
    and (price_rate is null) = (price_rate_until is null)
    and (price_rate is null or box_id is not null)
    and (box_id is null or account_currency = price_currency)) not valid,
  add constraint deposits_of_money check (
    currency not in ('QGC', 'QSC') and price_currency not in ('QGC', 'QSC')) not valid;

alter table deposits
  drop constraint deposits_return_reason_check,
  add constraint deposits_return_reason_check check (return_reason in (
    'aboveLimit', 'playerBlocked', 'selfExcluded', 'belowPrice', 'abovePrice',
    'packageGone')) not valid;

-- What counts towards the number that all players, or one, may buy of a package.
create index deposits_of_package on deposits (brand_id, box_id, player_id)
  where box_id is not null and status not in ('declined', 'failed', 'canceled', 'autoCanceled');

alter table withdrawals add constraint withdrawals_not_gold check (currency <> 'QGC') not valid;
`;

const payments = `
-- A payment above the price of a package is two receipts: the price, and the rest.
alter table payments
  -- What the provider reported, of a receipt that is a part of it.
  add column received_amount numeric check (received_amount > amount),
  -- The receipt of which this one is the rest.
  add column part_of uuid,
  add foreign key (brand_id, part_of) references payments (brand_id, id),
  add constraint payments_parts check (part_of is null or received_amount is not null);
create index payments_parts on payments (part_of) where part_of is not null;
`;

const reversals = `
-- The coins that the reversal of a package takes back, and the parts that the balance covered; the
-- player owes the rest.
alter table reversals
  add column gold_amount numeric check (gold_amount >= 0),
  add column sweep_amount numeric check (sweep_amount >= 0),
  add column gold_covered numeric check (gold_covered between 0 and gold_amount),
  add column sweep_covered numeric check (sweep_covered between 0 and sweep_amount),
  add constraint reversals_coins check (
    (gold_amount is null) = (sweep_amount is null)
    and (gold_amount is null or status = 'pending'
      or gold_covered is not null and sweep_covered is not null));
`;

const grants = `
-- Coins that a player received at once: those of a package, or of a free entry.
create table coin_grants (
  -- The transfer that gives the coins.
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  kind text not null check (kind in ('package', 'freeEntry')),
  deposit_id uuid,
  -- The operator's id of a free entry.
  entry text,
  gold numeric not null check (gold >= 0),
  sweep numeric not null check (sweep >= 0),
  -- The sum of bets in sweep coins after which they can be redeemed.
  required_play numeric not null check (required_play >= 0),
  gold_taken numeric not null default 0 check (gold_taken between 0 and gold),
  sweep_taken numeric not null default 0 check (sweep_taken between 0 and sweep),
  status text not null check (status in ('pending', 'done', 'refused')),
  reason text,
  actor text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (brand_id, player_id) references players (brand_id, id),
  foreign key (brand_id, deposit_id) references deposits (brand_id, id),
  unique (brand_id, id),
  unique (brand_id, entry),
  check (gold + sweep > 0),
  check ((kind = 'package') = (deposit_id is not null)),
  check ((kind = 'freeEntry') = (entry is not null)),
  check (kind = 'freeEntry' or status = 'done')
);
-- A package is given once, whatever arrives.
create unique index coin_grants_of_deposit on coin_grants (deposit_id) where deposit_id is not null;
create index coin_grants_of_player on coin_grants (brand_id, player_id, created_at, id);
`;

const ledger = `
alter table ledger_accounts
  drop constraint ledger_accounts_kind,
  add constraint ledger_accounts_kind check (kind in (
    'player', 'held', 'bonus',
    'clearing', 'fees', 'payoutFees', 'receivable', 'rounding', 'exchange', 'promotions', 'issuance',
    'corrections', 'wallet', 'sales')) not valid,
  -- Gold coins are given, played and taken back: they are never held for a payout, never exchanged,
  -- never with a provider. A sale is in money.
  add constraint ledger_accounts_gold_coins check (
    currency <> 'QGC' or kind in ('player', 'wallet', 'issuance', 'receivable', 'corrections')),
  add constraint ledger_accounts_sales check (kind <> 'sales' or currency not in ('QGC', 'QSC'));

-- Nothing is given for gold coins: a transfer that takes them from a player gives the player nothing.
create function ledger_refuse_conversion_of_gold() returns trigger language plpgsql as $$
begin
  if exists (
      select from ledger_accounts where id = new.account_id and kind in ('player', 'wallet'))
    and exists (
      select from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transfer_id = new.transfer_id and e.amount > 0
        and a.kind in ('player', 'wallet', 'held', 'bonus')) then
    raise exception 'transfer % gives something for gold coins', new.transfer_id
      using errcode = 'check_violation', constraint = 'ledger_gold_coins_are_not_converted';
  end if;
  return null;
end $$;
create constraint trigger ledger_gold_coins_are_not_converted
  after insert on ledger_entries deferrable initially deferred
  for each row when (new.currency = 'QGC' and new.amount < 0)
  execute function ledger_refuse_conversion_of_gold();
`;

const changes = `
-- An operator's changes of the packages and rules in the brand's files, by the operator's API.
create table package_changes (
  brand_id text not null,
  box_id text not null,
  -- The whole package; null while it is only withdrawn from sale.
  box jsonb,
  is_withdrawn boolean not null default false,
  updated_at timestamptz not null,
  primary key (brand_id, box_id)
);
create table sweepstake_changes (
  brand_id text primary key,
  playthrough numeric check (playthrough >= 0),
  excluded_regions jsonb,
  updated_at timestamptz not null
);
`;
