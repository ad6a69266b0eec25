import { type Kysely, sql } from 'kysely';

/** The purposes of movements in the operator's wallet, debits, and corrections of balances. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [operations, corrections, accounts]) await sql.raw(statement).execute(db);
}

// The earlier rows obey the narrower rules from before, so they needn't be read.
const operations = `
alter table wallet_operations
  -- What the movement is for, as the wallet is told; null in rows of older releases.
  add column purpose text,
  add column reference text,
  -- The method; null for corrections.
  add column payment_type text,
  add constraint wallet_operations_purpose_check check (purpose in (
    'deposit', 'bonus', 'withdrawal', 'refund', 'chargeback', 'correction')) not valid,
  drop constraint wallet_operations_kind_check,
  add constraint wallet_operations_kind_check
    check (kind in ('credit', 'debit', 'hold', 'capture', 'release')) not valid;
`;

const corrections = `
create table corrections (
  -- Also the id of its transfer in the ledger and of its operation in the operator's wallet.
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  reference text not null,
  direction text not null check (direction in ('credit', 'debit')),
  amount numeric not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('pending', 'done', 'refused')),
  reason text not null,
  actor text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (brand_id, reference),
  foreign key (brand_id, player_id) references players (brand_id, id)
);
create index corrections_of_player on corrections (brand_id, player_id, id);
`;

const accounts = `
alter table ledger_accounts
  drop constraint ledger_accounts_kind,
  add constraint ledger_accounts_kind check (kind in (
    'player', 'held', 'bonus', 'clearing', 'fees', 'receivable', 'rounding', 'exchange',
    'promotions', 'issuance', 'wallet', 'corrections')) not valid;
`;
