import { type Kysely, sql } from 'kysely';

/** Refunds and voids that Kassa requests from a provider, with their history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [refunds, transitions, wallet]) await sql.raw(statement).execute(db);
}

const refunds = `
create table refunds (
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  deposit_id uuid not null,
  -- The receipt whose money is sent back, and the account at which it arrived.
  payment_id uuid not null,
  account text not null,
  -- void: the provider cancels the whole receipt before it is settled.
  kind text not null check (kind in ('refund', 'void')),
  amount numeric not null check (amount > 0),
  currency text not null,
  -- What is held of the player's balance; null if the receipt was never credited.
  account_amount numeric check (account_amount > 0),
  account_currency text,
  status text not null,
  send_count integer not null default 0,
  provider_reference text,
  -- The ids of the hold and of its release, set before they happen: none can happen twice. The
  -- reversal of a completed refund has the refund's own id.
  hold_id uuid not null,
  settle_id uuid not null,
  next_check_at timestamptz,
  check_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (brand_id, id),
  foreign key (brand_id, player_id) references players (brand_id, id),
  foreign key (brand_id, deposit_id) references deposits (brand_id, id),
  foreign key (brand_id, payment_id) references payments (brand_id, id),
  check ((account_amount is null) = (account_currency is null))
);
create index refunds_of_deposit on refunds (deposit_id);
create index refunds_of_player on refunds (brand_id, player_id);
create index refunds_due on refunds (brand_id, account, next_check_at)
  where next_check_at is not null;
create index refunds_by_status on refunds (brand_id, status, id);
`;

const transitions = `
create table refund_transitions (
  id uuid primary key,
  brand_id text not null,
  refund_id uuid not null,
  from_status text,
  to_status text not null,
  reason text not null,
  created_at timestamptz not null default now(),
  foreign key (brand_id, refund_id) references refunds (brand_id, id)
);
create index refund_transitions_of_refund on refund_transitions (refund_id, created_at);
`;

const wallet = `
alter table wallet_operations
  add column refund_id uuid,
  -- No earlier row has a refund.
  add foreign key (brand_id, refund_id) references refunds (brand_id, id) not valid;
`;
