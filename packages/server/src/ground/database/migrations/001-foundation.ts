import { type Kysely, sql } from 'kysely';

/**
 * The money core. Every row carries `brand_id`, and foreign keys include it, so that no row can
 * reference a row of another brand (design §3.10). Amounts are `numeric`, ids are UUIDv7.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [players, deposits, ledger, ledgerGuards, inbox, idempotency]) {
    await sql.raw(statement).execute(db);
  }
}

const players = `
create table players (
  id uuid primary key,
  brand_id text not null,
  external_id text not null,
  created_at timestamptz not null default now(),
  unique (brand_id, external_id),
  unique (brand_id, id)
);

create table payment_sessions (
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  pending_group text,
  created_at timestamptz not null default now(),
  unique (brand_id, player_id, id),
  foreign key (brand_id, player_id) references players (brand_id, id)
);
`;

const deposits = `
create table deposits (
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  payment_session_id uuid,
  reference text not null,
  payment_method text not null,
  connector text not null,
  status text not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  credited_amount numeric not null default 0 check (credited_amount >= 0),
  return_url text not null,
  provider_reference text,
  redirect jsonb,
  failure_code text,
  failure_message text,
  expires_at timestamptz not null,
  next_check_at timestamptz,
  check_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (brand_id, id),
  foreign key (brand_id, player_id) references players (brand_id, id),
  foreign key (brand_id, player_id, payment_session_id)
    references payment_sessions (brand_id, player_id, id)
);
create index deposits_of_player on deposits (brand_id, player_id, created_at desc);
create unique index deposits_by_reference on deposits (brand_id, reference);
create index deposits_due on deposits (next_check_at) where next_check_at is not null;

create table deposit_transitions (
  id uuid primary key,
  brand_id text not null,
  deposit_id uuid not null,
  from_status text,
  to_status text not null,
  reason text not null,
  -- Not now(): a transaction that waited for the row lock must sort after the one that held it.
  created_at timestamptz not null default clock_timestamp(),
  foreign key (brand_id, deposit_id) references deposits (brand_id, id)
);
create index deposit_transitions_of_deposit on deposit_transitions (deposit_id, created_at);

create table payments (
  id uuid primary key,
  brand_id text not null,
  deposit_id uuid not null,
  connector text not null,
  provider_payment_id text not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('credited', 'parked')),
  parked_reason text,
  processed_amount numeric check (processed_amount > 0),
  -- The part of the amount below the currency's smallest unit; it is not credited.
  rounding numeric not null default 0 check (rounding >= 0),
  processed_currency text,
  rate numeric check (rate > 0),
  rate_source text,
  evidence text not null,
  created_at timestamptz not null default now(),
  unique (brand_id, connector, provider_payment_id),
  foreign key (brand_id, deposit_id) references deposits (brand_id, id),
  check ((status = 'credited') = (processed_amount is not null)),
  check ((status = 'parked') = (parked_reason is not null))
);
create index payments_of_deposit on payments (deposit_id);
`;

const ledger = `
create table ledger_accounts (
  id uuid primary key,
  brand_id text not null,
  kind text not null check (kind in ('player', 'clearing')),
  owner text not null,
  currency text not null,
  -- Players' accounts have a guarded balance. House accounts have none, as that row would be hot
  -- (design §3.5).
  balance numeric check (balance >= 0),
  created_at timestamptz not null default now(),
  unique (brand_id, kind, owner, currency),
  unique (id, brand_id, currency),
  check ((kind = 'player') = (balance is not null))
);

create table ledger_transfers (
  id uuid primary key,
  brand_id text not null,
  kind text not null,
  deposit_id uuid not null,
  created_at timestamptz not null default now(),
  unique (id, brand_id),
  foreign key (brand_id, deposit_id) references deposits (brand_id, id)
);
create index ledger_transfers_of_deposit on ledger_transfers (deposit_id);

create table ledger_entries (
  transfer_id uuid not null,
  line smallint not null,
  brand_id text not null,
  account_id uuid not null,
  currency text not null,
  amount numeric not null check (amount <> 0),
  created_at timestamptz not null default now(),
  primary key (transfer_id, line),
  foreign key (transfer_id, brand_id) references ledger_transfers (id, brand_id),
  foreign key (account_id, brand_id, currency) references ledger_accounts (id, brand_id, currency)
);
create index ledger_entries_of_account on ledger_entries (account_id);
`;

const ledgerGuards = `
create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger rows are immutable: % on %', tg_op, tg_table_name
    using errcode = 'integrity_constraint_violation';
end $$;

create trigger ledger_entries_immutable before update or delete on ledger_entries
  for each row execute function ledger_refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries
  for each statement execute function ledger_refuse_change();
create trigger ledger_transfers_immutable before update or delete on ledger_transfers
  for each row execute function ledger_refuse_change();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers
  for each statement execute function ledger_refuse_change();

create function ledger_apply_entry() returns trigger language plpgsql as $$
begin
  update ledger_accounts set balance = balance + new.amount
    where id = new.account_id and kind = 'player';
  return null;
end $$;
create trigger ledger_entries_apply after insert on ledger_entries
  for each row execute function ledger_apply_entry();

create function ledger_require_zero_sum() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from ledger_entries where transfer_id = new.transfer_id
    group by currency having sum(amount) <> 0
  ) then
    raise exception 'ledger transfer % does not sum to zero', new.transfer_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_zero_sum after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_require_zero_sum();
`;

const inbox = `
create table provider_notifications (
  id uuid primary key,
  brand_id text not null,
  connector text not null,
  notification_id text not null,
  headers jsonb not null,
  body text not null,
  outcome text,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  unique (brand_id, connector, notification_id)
);
create index provider_notifications_due on provider_notifications (next_attempt_at)
  where processed_at is null;
`;

const idempotency = `
create table idempotency_keys (
  brand_id text not null,
  player_id uuid not null,
  call text not null,
  key text not null,
  request_hash text not null,
  resource_id uuid not null,
  answer jsonb,
  locked_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, player_id, call, key),
  foreign key (brand_id, player_id) references players (brand_id, id)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
`;
