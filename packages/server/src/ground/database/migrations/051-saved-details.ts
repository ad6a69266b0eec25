import { type Kysely, sql } from 'kysely';

/** The details of players' payments, to use them again; and since when each destination is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table saved_details (
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  transaction text not null check (transaction in ('deposit', 'withdrawal')),
  payment_method text not null,
  -- Null where only the destination's digest is kept.
  fields_sealed text,
  masked text,
  digest text not null,
  first_used_at timestamptz not null,
  last_used_at timestamptz not null,
  removed_at timestamptz,
  unique (brand_id, id),
  check ((fields_sealed is null) = (masked is null))
);
-- A destination of a player is kept once; its digest names the method too.
create unique index saved_details_of_player
  on saved_details (brand_id, player_id, transaction, digest);
create index saved_details_shown
  on saved_details (brand_id, player_id, transaction, payment_method, last_used_at)
  where fields_sealed is not null;
create index saved_details_kept on saved_details (brand_id, last_used_at)
  where fields_sealed is not null;
create index saved_details_key on saved_details (split_part(fields_sealed, '.', 2), id)
  where fields_sealed is not null;
`)
    .execute(db);
}
