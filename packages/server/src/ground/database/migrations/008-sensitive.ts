import { type Kysely, sql } from 'kysely';

/** Sealed payment details can be searched by keyed digest; a player's data can be erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table blind_index (
  brand_id text not null,
  -- The field's name.
  kind text not null,
  digest text not null,
  subject text not null check (subject in ('deposit', 'withdrawal')),
  subject_id uuid not null,
  player_id uuid not null,
  primary key (brand_id, kind, digest, subject, subject_id),
  foreign key (brand_id, player_id) references players (brand_id, id)
);
create index blind_index_of_subject on blind_index (brand_id, subject, subject_id);
create index blind_index_of_player on blind_index (brand_id, player_id);

-- For sealing rows anew under another key, and for fields past their retention.
create index deposits_by_sealing_key on deposits (split_part(fields_sealed, '.', 2), id)
  where fields_sealed is not null;
create index deposits_sealed on deposits (brand_id, id) where fields_sealed is not null;
create index withdrawals_by_sealing_key on withdrawals (split_part(fields_sealed, '.', 2), id)
  where fields_sealed is not null;
create index withdrawals_sealed on withdrawals (brand_id, id)
  where fields_sealed is not null;

-- When the player's personal data was erased; the remaining rows don't identify the player.
alter table players add column erased_at timestamptz;
`)
    .execute(db);
}
