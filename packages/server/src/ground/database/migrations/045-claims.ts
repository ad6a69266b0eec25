import { type Kysely, sql } from 'kysely';

/** Players' claims that they have paid and nothing was credited, and the files that show it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table claims (
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  deposit_id uuid not null,
  status text not null check (status in ('open', 'moreNeeded', 'credited', 'refused')),
  opened_at timestamptz not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  answered_by text,
  message_sealed text,
  proofs smallint not null,
  is_cleared boolean not null default false,
  unique (brand_id, id),
  foreign key (brand_id, deposit_id) references deposits (brand_id, id)
);
-- One claim of a deposit at a time.
create unique index claims_live on claims (brand_id, deposit_id)
  where status in ('open', 'moreNeeded');
create index claims_of_deposit on claims (brand_id, deposit_id, id);
create index claims_of_player on claims (brand_id, player_id, id);
-- The operator's queue.
create index claims_due on claims (brand_id, due_at, id) where status = 'open';
create index claims_by_status on claims (brand_id, status, id);
create index claims_to_clear on claims (brand_id, greatest(answered_at, due_at))
  where not is_cleared;
create index claims_key on claims (split_part(message_sealed, '.', 2), id)
  where message_sealed is not null;

create table claim_proofs (
  id uuid primary key,
  brand_id text not null,
  claim_id uuid not null,
  number smallint not null,
  type text not null check (type in ('image/jpeg', 'application/pdf')),
  bytes integer not null,
  digest text not null,
  content_sealed text not null,
  comment_sealed text,
  created_at timestamptz not null default now(),
  unique (brand_id, claim_id, number),
  foreign key (brand_id, claim_id) references claims (brand_id, id)
);
-- A sealed file can't be compressed.
alter table claim_proofs alter column content_sealed set storage external;
create index claim_proofs_key on claim_proofs (split_part(content_sealed, '.', 2), id);
create index claim_proofs_comment_key on claim_proofs (split_part(comment_sealed, '.', 2), id)
  where comment_sealed is not null;
`)
    .execute(db);
}
