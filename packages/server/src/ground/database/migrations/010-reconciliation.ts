import { type Kysely, sql } from 'kysely';

/** Reconciliation of the ledger with providers: runs, lines of settlement files, differences. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [runs, lines, differences, fees]) await sql.raw(statement).execute(db);
}

const runs = `
create table reconciliation_runs (
  id uuid primary key,
  brand_id text not null,
  connector text not null,
  -- In UTC.
  day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  kind text not null check (kind in ('status', 'settlement')),
  status text not null check (status in ('running', 'done', 'failed')),
  -- The phase under way and the last compared id in it: after a crash a run continues there.
  phase text not null check (phase in ('deposits', 'withdrawals', 'over')),
  position uuid,
  -- Failed requests to the provider for the next item.
  attempts integer not null default 0,
  next_step_at timestamptz,
  checked_count integer not null default 0,
  -- Malformed lines of a settlement file that the operator chose to skip.
  bad_lines text[] not null default '{}',
  failure text,
  actor text not null,
  -- A later import of the same day that replaces this run.
  superseded_by uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (brand_id, id),
  foreign key (brand_id, superseded_by) references reconciliation_runs (brand_id, id),
  check ((status = 'running') = (next_step_at is not null))
);
create index reconciliation_runs_due on reconciliation_runs (next_step_at) where status = 'running';
create index reconciliation_runs_of_day on reconciliation_runs (brand_id, connector, day, kind);
create index payments_by_time on payments (brand_id, created_at);
create index reversals_by_time on reversals (brand_id, created_at);
create index withdrawal_transitions_by_time on withdrawal_transitions (brand_id, created_at);
`;

const lines = `
create table settlement_lines (
  brand_id text not null,
  run_id uuid not null,
  -- As in the file, whose header is line 1.
  line integer not null,
  connector text not null,
  type text not null check (type in ('receipt', 'reversal', 'payout', 'payoutReturn')),
  provider_reference text not null,
  merchant_reference text,
  amount numeric not null check (amount >= 0),
  currency text not null,
  fee numeric,
  fee_currency text,
  occurred_at timestamptz,
  primary key (run_id, line),
  unique (run_id, type, provider_reference),
  foreign key (brand_id, run_id) references reconciliation_runs (brand_id, id)
);
create index settlement_lines_by_reference
  on settlement_lines (brand_id, connector, type, provider_reference);
create index settlement_lines_by_merchant_reference
  on settlement_lines (brand_id, connector, merchant_reference) where type = 'payout';
`;

const differences = `
create table reconciliation_differences (
  id uuid primary key,
  brand_id text not null,
  run_id uuid not null,
  kind text not null check (kind in (
    'missingHere', 'missingAtProvider', 'amountDiffers', 'currencyDiffers', 'statusDiffers',
    'feeDiffers', 'notAnswered')),
  type text not null check (type in ('receipt', 'reversal', 'payout', 'payoutReturn', 'deposit')),
  provider_reference text,
  deposit_id uuid,
  payment_id uuid,
  withdrawal_id uuid,
  line integer,
  ours text,
  theirs text,
  detail text,
  created_at timestamptz not null default now(),
  foreign key (brand_id, run_id) references reconciliation_runs (brand_id, id)
);
create index reconciliation_differences_of_run on reconciliation_differences (brand_id, run_id, id);
`;

const fees = `
-- Fees that an operator booked after a provider reported them: each has its transfer.
create table settlement_fees (
  transfer_id uuid primary key,
  brand_id text not null,
  run_id uuid not null,
  payment_id uuid,
  withdrawal_id uuid,
  amount numeric not null check (amount <> 0),
  currency text not null,
  created_at timestamptz not null default now(),
  foreign key (transfer_id, brand_id) references ledger_transfers (id, brand_id),
  foreign key (brand_id, run_id) references reconciliation_runs (brand_id, id),
  foreign key (brand_id, payment_id) references payments (brand_id, id),
  foreign key (brand_id, withdrawal_id) references withdrawals (brand_id, id),
  check (num_nonnulls(payment_id, withdrawal_id) = 1)
);
create index settlement_fees_of_payment on settlement_fees (payment_id);
`;
