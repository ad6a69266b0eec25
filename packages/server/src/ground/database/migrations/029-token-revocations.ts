import { type Kysely, sql } from 'kysely';

/** Player tokens that operators revoked before their expiry. Kept until the tokens have expired. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table token_revocations (
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  -- One token, or all tokens that were issued up to a time.
  jti text,
  issued_until timestamptz,
  reason text not null,
  actor text not null,
  -- Every process loads the rows since its last look, by the clock of the database.
  created_at timestamptz not null default now(),
  foreign key (brand_id, player_id) references players (brand_id, id),
  check ((jti is null) <> (issued_until is null))
);
create index token_revocations_created on token_revocations (created_at);
create index token_revocations_of_player on token_revocations (brand_id, player_id);
`)
    .execute(db);
}
