import { type Kysely, sql } from 'kysely';

/** The operator's own accounts, which are given to deposits one invoice at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [requisites, reservations]) await sql.raw(statement).execute(db);
}

const requisites = `
create table requisites (
  id uuid primary key,
  brand_id text not null,
  account text not null,
  kind text not null check (kind in ('card', 'bankAccount', 'wallet', 'vpa')),
  country text not null,
  currency text not null,
  methods text[] not null check (cardinality(methods) > 0),
  bank text,
  owner text,
  payee_sealed text not null,
  digest text not null,
  masked text not null,
  has_reference boolean not null,
  min_amount numeric check (min_amount > 0),
  max_amount numeric check (max_amount > 0),
  day_amount_limit numeric check (day_amount_limit > 0),
  day_count_limit integer check (day_count_limit > 0),
  opens_at integer check (opens_at between 0 and 1439),
  closes_at integer check (closes_at between 0 and 1439),
  -- PostgreSQL refuses the row if it doesn't know the zone.
  time_zone text not null check (timestamptz 'epoch' at time zone time_zone is not null),
  cooldown_minutes integer not null check (cooldown_minutes >= 0),
  is_on boolean not null default true,
  -- Of the time zone: 2026-11-23.
  day text,
  day_amount numeric not null default 0,
  day_count integer not null default 0,
  last_given_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (brand_id, id),
  check ((opens_at is null) = (closes_at is null))
);
-- No account serves two brands: a transfer to it could be either's.
create unique index requisites_taken on requisites (digest) where removed_at is null;
create index requisites_by_digest on requisites (digest);
-- Without the columns that change with each invoice: their updates touch no index.
create index requisites_of_pool on requisites (brand_id, account, currency)
  where is_on and removed_at is null;
alter table requisites set (fillfactor = 50);
`;

const reservations = `
create table requisite_reservations (
  deposit_id uuid primary key,
  brand_id text not null,
  requisite_id uuid not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  has_reference boolean not null,
  day text not null,
  created_at timestamptz not null default now(),
  freed_at timestamptz,
  cooling_until timestamptz,
  payable_until timestamptz,
  foreign key (brand_id, deposit_id) references deposits (brand_id, id),
  foreign key (brand_id, requisite_id) references requisites (brand_id, id),
  check ((freed_at is null) = (cooling_until is null))
);
-- One live invoice per requisite and amount, where payments name no reference.
create unique index requisite_reservations_live on requisite_reservations (requisite_id, amount)
  where freed_at is null and not has_reference;
-- The amounts of a requisite that are live, cooling or may be paid late: few, beside any number of
-- closed invoices.
create index requisite_reservations_taken
  on requisite_reservations
    (requisite_id, (coalesce(greatest(cooling_until, payable_until), 'infinity')))
  where not has_reference;
-- The deposits that a transfer may be of.
create index requisite_reservations_by_amount
  on requisite_reservations (requisite_id, amount, created_at);
-- The live invoices, which operators count.
create index requisite_reservations_open on requisite_reservations (requisite_id)
  where freed_at is null;

alter table deposits add column requisite_id uuid;
`;
