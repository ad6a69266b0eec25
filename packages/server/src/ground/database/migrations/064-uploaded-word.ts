import { type Kysely, sql } from 'kysely';

/** What one person's word alone moves: uploaded files and acts that count together. Additions only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [moved, statements, payments]) await sql.raw(statement).execute(db);
}

const moved = `
-- What a key has moved without a second key, by the group of acts that count together. A subject counts
-- once; rows of a key that are older than a day are deleted with its next one.
create table moved_alone (
  brand_id text not null,
  pot text not null,
  subject_id text not null,
  currency text not null,
  amount numeric not null check (amount >= 0),
  key_id uuid not null,
  created_at timestamptz not null,
  primary key (brand_id, pot, subject_id, currency)
);
create index moved_alone_of_key on moved_alone (brand_id, key_id, pot, created_at);
`;

const statements = `
alter table bank_statements
  -- Null: of an earlier release, whose lines wait for nobody.
  add column word text check (word in ('uploader', 'bank')),
  add column uploaded_by_key uuid,
  add column approved_by text,
  add column approval_reason text;

-- Matched lines of uploaded statements that aren't credited yet.
create table held_transfers (
  transfer_id uuid primary key,
  brand_id text not null,
  statement_id uuid not null,
  money jsonb not null,
  state text not null check (state in ('undecided', 'waiting', 'released')),
  foreign key (brand_id, transfer_id) references bank_transfers (brand_id, id) on delete cascade,
  foreign key (brand_id, statement_id) references bank_statements (brand_id, id)
);
create index held_transfers_of_statement on held_transfers (statement_id, state, transfer_id);
create index held_transfers_due on held_transfers (statement_id)
  where state in ('undecided', 'released');
`;

const payments = `
-- Who uploaded the file that reported the receipt, if nothing proves that the file is the bank's.
alter table payments add column uploaded_by text;
`;
