import { type Kysely, sql } from 'kysely';

/** Players' addresses on blockchains, and what was paid to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [keys, addresses, deposits, cursors, blocks, payments]) {
    await sql.raw(statement).execute(db);
  }
}

const keys = `
create table chain_keys (
  brand_id text not null,
  key_id text not null,
  next_index integer not null default 0,
  primary key (brand_id, key_id)
);
`;

const addresses = `
create table chain_addresses (
  id uuid primary key,
  brand_id text not null,
  account text not null,
  blockchain text not null,
  coin text not null,
  player_id uuid not null,
  key_id text not null,
  index integer not null,
  address text not null,
  target text not null,
  memo text not null default '',
  deposit_id uuid not null,
  created_at timestamptz not null default now(),
  unique (brand_id, id)
);
-- No address serves two players, of whatever brand: a payment to it could be either's. Blocks are
-- searched by it, too: thousands of times each, so that the column that differs comes first.
create unique index chain_addresses_taken on chain_addresses (target, memo, blockchain);
create unique index chain_addresses_of_player
  on chain_addresses (brand_id, player_id, account, blockchain, coin, key_id);
create index chain_addresses_of_account on chain_addresses (brand_id, account, id);
-- An operator asks whose address it is.
create index chain_addresses_by_address on chain_addresses (brand_id, address, memo);
`;

const deposits = `
alter table deposits add column chain_address_id uuid;
`;

const cursors = `
create table chain_cursors (
  brand_id text not null,
  account text not null,
  blockchain text not null,
  height integer,
  hash text,
  tip_height integer,
  fence bigint not null default 0,
  holder text,
  leased_until timestamptz,
  paused text,
  paused_detail text,
  paused_at timestamptz,
  read_at timestamptz,
  rescan_from integer check (rescan_from > 0),
  rescan_until integer,
  primary key (brand_id, account, blockchain),
  check ((height is null) = (hash is null)),
  check ((paused is null) = (paused_at is null))
);
`;

const blocks = `
create table chain_blocks (
  brand_id text not null,
  account text not null,
  blockchain text not null,
  height integer not null,
  hash text not null,
  primary key (brand_id, account, blockchain, height)
);
`;

const payments = `
create table chain_payments (
  id uuid primary key,
  brand_id text not null,
  account text not null,
  blockchain text not null,
  txid text not null,
  index text not null,
  content text not null,
  address_id uuid,
  player_id uuid,
  deposit_id uuid,
  coin text,
  contract text,
  amount numeric not null check (amount > 0),
  memo text,
  height integer,
  block_hash text,
  undone_at integer,
  rate numeric check (rate > 0),
  rate_source text,
  account_currency text,
  status text not null
    check (status in ('seen', 'settled', 'parked', 'dropped', 'replaced', 'undone')),
  note text,
  because text,
  replaced_by text,
  round integer not null default 1,
  receipt_reference text,
  spent_by text,
  spent_at integer,
  seen_at timestamptz not null,
  settled_at timestamptz,
  resolved_at timestamptz,
  resolved_reason text,
  unique (brand_id, id),
  foreign key (brand_id, address_id) references chain_addresses (brand_id, id),
  foreign key (brand_id, deposit_id) references deposits (brand_id, id),
  check ((height is null) = (block_hash is null)),
  check ((spent_by is null) = (spent_at is null)),
  check ((status = 'parked') = (because is not null)),
  check ((resolved_at is null) = (resolved_reason is null))
);
-- A payment is one row, however often its block is read. Spent outputs are looked up by it, too.
create unique index chain_payments_once
  on chain_payments (txid, index, content, brand_id, account, blockchain);
create index chain_payments_of_deposit on chain_payments (brand_id, deposit_id, seen_at);
-- Those that the watcher still follows: few, beside any number of settled ones.
create index chain_payments_open on chain_payments (brand_id, account, blockchain)
  where status = 'seen' or undone_at is not null;
-- Those that a reorganisation may reach.
create index chain_payments_by_height on chain_payments (brand_id, account, blockchain, height);
create index chain_payments_by_spend on chain_payments (brand_id, account, blockchain, spent_at)
  where spent_at is not null;
-- Those that wait for an operator.
create index chain_payments_parked on chain_payments (brand_id, id)
  where status = 'parked' and resolved_at is null;
create index chain_payments_by_status on chain_payments (brand_id, status, id)
  where status <> 'settled';
create index chain_payments_by_txid on chain_payments (brand_id, txid);
create index chain_payments_of_address on chain_payments (brand_id, address_id, id);
-- What an operator can collect.
create index chain_payments_unspent on chain_payments (brand_id, account, blockchain, id)
  where spent_by is null and status in ('settled', 'parked');
`;
