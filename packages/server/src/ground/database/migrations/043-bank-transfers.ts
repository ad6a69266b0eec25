import { type Kysely, sql } from 'kysely';

/** Money that arrived in the operator's own accounts, and the statements that report it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [statements, transfers]) await sql.raw(statement).execute(db);
}

const statements = `
create table bank_statements (
  id uuid primary key,
  brand_id text not null,
  account text not null,
  requisite_id uuid not null,
  format text not null check (format in ('csv', 'camt.053')),
  digest text not null,
  bank_reference text,
  lines integer not null,
  matched integer not null default 0,
  known integer not null default 0,
  review integer not null default 0,
  ignored integer not null,
  taken_back integer[] not null,
  actor text not null,
  next_step_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  unique (brand_id, id),
  foreign key (brand_id, requisite_id) references requisites (brand_id, id),
  check ((next_step_at is null) = (finished_at is not null))
);
-- A file that is loaded twice is one statement.
create unique index bank_statements_by_digest on bank_statements (brand_id, digest, requisite_id);
create index bank_statements_due on bank_statements (next_step_at) where next_step_at is not null;

-- The payments of a statement that are still to be matched.
create table bank_statement_lines (
  brand_id text not null,
  statement_id uuid not null,
  line integer not null,
  bank_reference text not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  booked_at timestamptz not null,
  details_sealed text not null,
  primary key (statement_id, line),
  foreign key (brand_id, statement_id) references bank_statements (brand_id, id)
);
`;

const transfers = `
create table bank_transfers (
  id uuid primary key,
  brand_id text not null,
  account text not null,
  requisite_id uuid,
  source text not null check (source in ('notification', 'statement')),
  statement_id uuid,
  line integer,
  notification_id uuid,
  bank_reference text not null,
  paired_reference text,
  amount numeric not null check (amount > 0),
  currency text not null,
  booked_at timestamptz not null,
  reference text,
  details_sealed text,
  status text not null check (status in ('matched', 'review', 'dismissed')),
  because text,
  deposit_id uuid,
  resolved_reason text,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  unique (brand_id, id),
  unique nulls not distinct (brand_id, account, requisite_id, source, bank_reference),
  foreign key (brand_id, requisite_id) references requisites (brand_id, id),
  foreign key (brand_id, statement_id) references bank_statements (brand_id, id),
  foreign key (brand_id, deposit_id) references deposits (brand_id, id),
  check ((status = 'matched') = (deposit_id is not null))
);
-- The same transfer from the other source.
create unique index bank_transfers_paired
  on bank_transfers (brand_id, account, requisite_id, source, paired_reference)
  where paired_reference is not null;
-- The reports that may be of one transfer.
create index bank_transfers_by_amount on bank_transfers (requisite_id, amount, booked_at);
create index bank_transfers_of_deposit on bank_transfers (deposit_id) where deposit_id is not null;
create index bank_transfers_by_status on bank_transfers (brand_id, status, id);
create index bank_transfers_named on bank_transfers (brand_id, reference)
  where status = 'review' and reference is not null;
create index bank_transfers_of_statement on bank_transfers (statement_id)
  where statement_id is not null;
create index bank_transfers_details on bank_transfers (brand_id, id)
  where details_sealed is not null and status <> 'review';
create index bank_transfers_key on bank_transfers (split_part(details_sealed, '.', 2), id)
  where details_sealed is not null;
`;
