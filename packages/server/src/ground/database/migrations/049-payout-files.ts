import { type Kysely, sql } from 'kysely';

/** Files of payouts for banks without an API, and which withdrawals each of them pays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [batches, withdrawals]) await sql.raw(statement).execute(db);
}

const batches = `
create table payout_batches (
  id uuid primary key,
  brand_id text not null,
  account text not null,
  reference text not null,
  format text not null,
  file_name text not null,
  count integer not null check (count > 0),
  sums jsonb not null,
  content_sealed text,
  created_at timestamptz not null,
  created_by text not null,
  unique (brand_id, id)
);
create unique index payout_batches_by_reference on payout_batches (brand_id, reference);
-- A sealed file can't be compressed.
alter table payout_batches alter column content_sealed set storage external;
create index payout_batches_key on payout_batches (split_part(content_sealed, '.', 2), id)
  where content_sealed is not null;
create index payout_batches_to_clear on payout_batches (brand_id, id)
  where content_sealed is not null;
`;

const withdrawals = `
alter table withdrawals
  add column batch_id uuid,
  add constraint withdrawals_batch foreign key (brand_id, batch_id)
    references payout_batches (brand_id, id) not valid;
create index withdrawals_of_batch on withdrawals (brand_id, batch_id, id)
  where batch_id is not null;
-- A bank that is paid by file is asked for no status.
create index withdrawals_unanswered_in_batch on withdrawals (brand_id, updated_at)
  where batch_id is not null and status in ('sent', 'unknown');
`;
