import { type Kysely, sql } from 'kysely';

/** Payouts on blockchains: what each has taken of its wallet, and all that was signed for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [wallets, payouts, inputs, transactions]) {
    await sql.raw(statement).execute(db);
  }
}

// A wallet belongs to one account of one brand: two would take the same numbers and outputs. One key
// has the same address on several networks of a kind, each with numbers of its own.
const wallets = `
create table hot_wallets (
  blockchain text not null,
  network text not null,
  address text not null,
  brand_id text not null,
  account text not null,
  known_nonce bigint check (known_nonce >= 0),
  created_at timestamptz not null default now(),
  primary key (blockchain, address, network)
);
`;

const payouts = `
create table chain_payouts (
  withdrawal_id uuid primary key,
  brand_id text not null,
  account text not null,
  blockchain text not null,
  network text not null,
  wallet text not null,
  coin text not null,
  contract text,
  units numeric not null check (units > 0),
  amount numeric not null check (amount > 0),
  target text not null,
  nonce bigint check (nonce >= 0),
  status text not null
    check (status in ('reserved', 'signed', 'confirmed', 'failed', 'displaced')),
  asked_count integer not null default 1,
  height integer,
  block_hash text,
  txid text,
  tip_height integer,
  problem text,
  reserved_at timestamptz not null,
  signed_at timestamptz,
  settled_at timestamptz,
  next_look_at timestamptz not null,
  unique (brand_id, withdrawal_id),
  foreign key (brand_id, withdrawal_id) references withdrawals (brand_id, id),
  foreign key (blockchain, wallet, network)
    references hot_wallets (blockchain, address, network),
  check ((height is null) = (block_hash is null)),
  check ((height is null) = (txid is null)),
  check ((status in ('reserved', 'signed')) = (settled_at is null))
);
-- No two payouts have one number, whatever else goes wrong.
create unique index chain_payouts_nonce on chain_payouts (blockchain, network, wallet, nonce)
  where nonce is not null;
-- One waits for its signature at a time.
create unique index chain_payouts_unsigned on chain_payouts (blockchain, network, wallet)
  where status = 'reserved';
-- Those that are still followed: few, beside any number of settled ones.
create index chain_payouts_open on chain_payouts (next_look_at)
  where status in ('reserved', 'signed');
create index chain_payouts_open_of_wallet on chain_payouts (blockchain, network, wallet)
  where status in ('reserved', 'signed');
-- What a wallet has paid in a day.
create index chain_payouts_of_wallet
  on chain_payouts (blockchain, network, wallet, coin, reserved_at);
`;

const inputs = `
create table chain_payout_inputs (
  blockchain text not null,
  network text not null,
  txid text not null,
  vout integer not null check (vout >= 0),
  brand_id text not null,
  withdrawal_id uuid not null references chain_payouts on delete cascade,
  units numeric not null check (units > 0),
  -- No output is spent by two payouts, whatever else goes wrong.
  primary key (blockchain, network, txid, vout)
);
create index chain_payout_inputs_of_payout on chain_payout_inputs (withdrawal_id);
`;

const transactions = `
create table chain_payout_transactions (
  withdrawal_id uuid not null references chain_payouts on delete cascade,
  number integer not null check (number > 0),
  brand_id text not null,
  txid text not null,
  raw text not null,
  fee numeric not null check (fee >= 0),
  signed_at timestamptz not null,
  primary key (withdrawal_id, number)
);
create unique index chain_payout_transactions_by_txid
  on chain_payout_transactions (brand_id, txid);
`;
