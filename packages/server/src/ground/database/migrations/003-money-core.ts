import { type Kysely, sql } from 'kysely';

/**
 * The money core: receipts to be credited in a remote wallet, reversals, withdrawals, accounts of
 * every kind, the outbox. Additions only: the release before this migration runs on it (design
 * §3.11).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const parts = [
    players,
    deposits,
    payments,
    withdrawals,
    reversals,
    wallet,
    ledger,
    outbox,
    inbox,
  ];
  for (const statement of parts) await sql.raw(statement).execute(db);
}

const players = `
-- The sequence number of the player's last webhook event.
alter table players add column event_sequence bigint not null default 0;
`;

const deposits = `
alter table deposits
  -- The currency of the player's account, in which deposits are credited.
  add column account_currency text,
  -- The requested amount in the account's currency, at the rate of that moment; limits count it.
  add column account_amount numeric check (account_amount > 0),
  add column reversed_amount numeric not null default 0 check (reversed_amount >= 0),
  add column country text,
  -- What the player typed, sealed (design §3.8).
  add column fields_sealed text,
  add column bonus_id uuid,
  add column is_bonus_activated boolean not null default false,
  add column box_id text;
update deposits set account_currency = currency, account_amount = amount;

-- For the list of the day and the operator's search, newest first.
create index deposits_of_brand on deposits (brand_id, created_at desc);
create index deposits_by_provider_reference on deposits (brand_id, connector, provider_reference)
  where provider_reference is not null;
-- By lane: a provider that does not respond must not delay the deposits of other providers.
drop index deposits_due;
create index deposits_due on deposits (brand_id, connector, next_check_at)
  where next_check_at is not null;
`;

const payments = `
alter table payments drop constraint payments_status_check;
alter table payments
  add constraint payments_status_check
    check (status in ('crediting', 'credited', 'parked', 'returned')),
  add column fee numeric check (fee > 0),
  add column fee_currency text,
  -- An operator may confirm a receipt before the provider does; the provider's evidence is then
  -- matched to it.
  add column confirmed_by text not null default 'provider'
    check (confirmed_by in ('provider', 'operator')),
  -- The transfer of ledger and wallet that credits it; a new one after the wallet rejected the
  -- last.
  add column transfer_id uuid,
  add column resolved_reason text,
  -- The provider's id of the refund; null while only an operator has reported it.
  add column returned_reference text,
  add column updated_at timestamptz not null default now(),
  add constraint payments_in_brand unique (brand_id, id);
update payments set transfer_id = id where status = 'credited';
alter table payments drop constraint payments_check;
alter table payments drop constraint payments_check1;
alter table payments
  add constraint payments_settled
    check ((status in ('crediting', 'credited')) = (processed_amount is not null)),
  add constraint payments_parked check (status <> 'parked' or parked_reason is not null);
create index payments_parked on payments (brand_id, created_at) where status = 'parked';
`;

const reversals = `
create table reversals (
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  -- What is reversed: a deposit's receipt, or a payout that was paid after it had been given up.
  deposit_id uuid,
  withdrawal_id uuid,
  -- The receipt of the deposit.
  payment_id uuid,
  connector text not null,
  kind text not null check (kind in ('chargeback', 'refund', 'reversal', 'latePayout')),
  provider_reversal_id text not null,
  -- The reversed amount, in the currency of the receipt or payout.
  amount numeric not null check (amount > 0),
  currency text not null,
  -- The same amount in the player's account currency: the part that the balance covered, and the
  -- part that the player owes.
  account_currency text not null,
  covered numeric check (covered >= 0),
  receivable numeric check (receivable >= 0),
  account_amount numeric not null check (account_amount > 0),
  rounding numeric not null default 0 check (rounding >= 0),
  status text not null check (status in ('pending', 'done')),
  -- The transfer that captures a remote wallet's hold for this reversal.
  capture_id uuid not null,
  -- An operator may report a refund before the provider does; the provider's evidence is then
  -- matched to it.
  confirmed_by text not null check (confirmed_by in ('provider', 'operator')),
  evidence text not null,
  created_at timestamptz not null default now(),
  unique (brand_id, connector, provider_reversal_id),
  foreign key (brand_id, player_id) references players (brand_id, id),
  foreign key (brand_id, deposit_id) references deposits (brand_id, id),
  foreign key (brand_id, withdrawal_id) references withdrawals (brand_id, id),
  foreign key (brand_id, payment_id) references payments (brand_id, id),
  check (num_nonnulls(deposit_id, withdrawal_id) = 1),
  check ((deposit_id is null) = (payment_id is null)),
  check (status = 'pending' or covered + receivable = account_amount)
);
create index reversals_of_deposit on reversals (deposit_id);
create index reversals_of_withdrawal on reversals (withdrawal_id) where withdrawal_id is not null;
`;

const withdrawals = `
create table withdrawals (
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  reference text not null,
  payment_method text not null,
  connector text not null,
  status text not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  country text,
  fields_sealed text,
  -- The ids of all transfers of a withdrawal, set before the transfers happen: none can happen
  -- twice.
  hold_id uuid not null,
  settle_id uuid not null,
  return_id uuid not null,
  -- How often the provider was asked to pay; 0 proves that no money can have left.
  send_count integer not null default 0,
  provider_reference text,
  failure_code text,
  failure_message text,
  next_check_at timestamptz,
  check_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (brand_id, id),
  foreign key (brand_id, player_id) references players (brand_id, id)
);
create index withdrawals_of_player on withdrawals (brand_id, player_id, created_at desc);
create index withdrawals_of_brand on withdrawals (brand_id, created_at desc);
create unique index withdrawals_by_reference on withdrawals (brand_id, reference);
create index withdrawals_due on withdrawals (brand_id, connector, next_check_at)
  where next_check_at is not null;

create table withdrawal_transitions (
  id uuid primary key,
  brand_id text not null,
  withdrawal_id uuid not null,
  from_status text,
  to_status text not null,
  reason text not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (brand_id, withdrawal_id) references withdrawals (brand_id, id)
);
create index withdrawal_transitions_of_withdrawal
  on withdrawal_transitions (withdrawal_id, created_at);
`;

const wallet = `
-- Requests to the operator's own wallet, until the wallet has answered (design §3.9).
create table wallet_operations (
  -- The transfer's id: the wallet executes it at most once.
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  kind text not null check (kind in ('credit', 'hold', 'capture', 'release')),
  amount numeric not null check (amount > 0),
  currency text not null,
  -- The hold that is captured or released.
  hold_id uuid,
  deposit_id uuid,
  withdrawal_id uuid,
  reversal_id uuid,
  status text not null check (status in ('pending', 'done', 'refused')),
  attempts integer not null default 0,
  detail text,
  next_attempt_at timestamptz,
  -- The operation by which an operator repeated one that was refused but is necessary.
  superseded_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (brand_id, player_id) references players (brand_id, id),
  check ((status = 'pending') = (next_attempt_at is not null)),
  unique (brand_id, id),
  foreign key (brand_id, superseded_by) references wallet_operations (brand_id, id),
  check (superseded_by is null or status = 'refused'),
  check ((kind in ('capture', 'release')) = (hold_id is not null))
);
-- For operators' lists of refused and pending operations.
create index wallet_operations_unfinished on wallet_operations (brand_id, id)
  where status <> 'done';
create index wallet_operations_due on wallet_operations (brand_id, next_attempt_at)
  where status = 'pending';
create index wallet_operations_of_deposit on wallet_operations (deposit_id);
create index wallet_operations_of_withdrawal on wallet_operations (withdrawal_id);
create index wallet_operations_of_reversal on wallet_operations (reversal_id)
  where reversal_id is not null;
`;

const ledger = `
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts drop constraint ledger_accounts_check;
alter table ledger_accounts
  add constraint ledger_accounts_kind check (kind in (
    'player', 'held', 'bonus',
    'clearing', 'fees', 'receivable', 'rounding', 'exchange', 'promotions', 'issuance', 'wallet')),
  -- Players' accounts have a guarded balance. House accounts have none, as that row would be hot
  -- (design §3.5).
  add constraint ledger_accounts_guarded
    check ((kind in ('player', 'held', 'bonus')) = (balance is not null));

alter table ledger_transfers alter column deposit_id drop not null;
alter table ledger_transfers
  add column withdrawal_id uuid,
  add column player_id uuid,
  add column reason text,
  add foreign key (brand_id, withdrawal_id) references withdrawals (brand_id, id),
  add foreign key (brand_id, player_id) references players (brand_id, id);
create index ledger_transfers_of_withdrawal on ledger_transfers (withdrawal_id)
  where withdrawal_id is not null;
create index ledger_transfers_by_time on ledger_transfers (brand_id, created_at);

create or replace function ledger_apply_entry() returns trigger language plpgsql as $$
begin
  update ledger_accounts set balance = balance + new.amount
    where id = new.account_id and balance is not null;
  return null;
end $$;
`;

const outbox = `
create table webhook_events (
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  -- 1, 2, 3 … for each player, so that the receiver can detect wrong order and gaps.
  sequence bigint not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (brand_id, player_id, sequence),
  unique (brand_id, id),
  foreign key (brand_id, player_id) references players (brand_id, id)
);
`;

const inbox = `
alter table provider_notifications
  -- An operator's decision on a notification that had no effect by itself.
  add column resolved_at timestamptz,
  add column resolved_reason text,
  add constraint provider_notifications_in_brand unique (brand_id, id);
drop index provider_notifications_due;
create index provider_notifications_due
  on provider_notifications (brand_id, connector, next_attempt_at) where processed_at is null;
create index provider_notifications_parked on provider_notifications (brand_id, received_at)
  where resolved_at is null
    and outcome in ('unreadable', 'unknownSubject', 'conflicting', 'contradicting');
`;
