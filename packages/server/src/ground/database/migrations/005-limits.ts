import { type Kysely, sql } from 'kysely';

/** Limits and blocks of players, and methods that are switched off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [limits, blocks, switches]) await sql.raw(statement).execute(db);
}

const limits = `
create table player_limits (
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  transaction text not null check (transaction in ('deposit', 'withdrawal')),
  -- The last 24 hours, 7 days or 30 days.
  period text not null check (period in ('day', 'week', 'month')),
  source text not null check (source in ('operator', 'player')),
  currency text not null,
  amount numeric not null check (amount > 0),
  -- A player's own pending request to loosen their limit, and when it takes effect. Without an
  -- amount the limit ends then.
  pending_amount numeric check (pending_amount > 0),
  pending_from timestamptz,
  reason text not null,
  actor text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (brand_id, player_id, transaction, period, source, currency),
  foreign key (brand_id, player_id) references players (brand_id, id),
  check (pending_amount is null or pending_from is not null)
);
`;

const blocks = `
create table player_blocks (
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  what text not null check (what in ('deposits', 'withdrawals', 'all')),
  source text not null check (source in ('operator', 'selfExclusion')),
  -- Null: permanent.
  until timestamptz,
  reason text not null,
  actor text not null,
  created_at timestamptz not null default now(),
  lifted_at timestamptz,
  lifted_by text,
  foreign key (brand_id, player_id) references players (brand_id, id),
  check ((lifted_at is null) = (lifted_by is null)),
  -- A self-exclusion holds until the end that the player chose.
  check (source <> 'selfExclusion' or lifted_at is null)
);
create index player_blocks_of_player on player_blocks (brand_id, player_id);
`;

const switches = `
create table method_switches (
  brand_id text not null,
  method text not null,
  state text not null check (state in ('maintenance', 'off')),
  -- Null: until it is switched on again.
  until timestamptz,
  reason text not null,
  actor text not null,
  updated_at timestamptz not null default now(),
  primary key (brand_id, method)
);
`;
