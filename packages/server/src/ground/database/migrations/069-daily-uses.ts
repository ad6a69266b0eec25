import { type Kysely, sql } from 'kysely';

/** How often a player has used what is limited for a day. Additions only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(uses).execute(db);
}

const uses = `
create table daily_uses (
  brand_id text not null,
  player_id uuid not null,
  kind text not null,
  -- The first use of a day of 24 hours; the next use after it begins at zero again.
  since timestamptz not null,
  uses integer not null,
  primary key (brand_id, player_id, kind)
);
`;
