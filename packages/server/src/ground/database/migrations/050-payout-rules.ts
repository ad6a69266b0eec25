import { type Kysely, sql } from 'kysely';

/** What players have wagered, as their operator reports it; codes that confirm a withdrawal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [turnover, codes]) await sql.raw(statement).execute(db);
}

const turnover = `
create table player_turnover (
  brand_id text not null,
  player_id uuid not null,
  currency text not null,
  -- Everything that the player ever wagered. It never decreases.
  total numeric not null check (total >= 0),
  updated_at timestamptz not null,
  primary key (brand_id, player_id, currency),
  foreign key (brand_id, player_id) references players (brand_id, id)
);
`;

const codes = `
create table confirmation_codes (
  id uuid primary key,
  brand_id text not null,
  player_id uuid not null,
  -- Keyed digests: of the code with its id, and of what it confirms. Neither is stored itself.
  digest text not null,
  order_digest text not null,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null while the operator hasn't said that it was sent.
  sent_at timestamptz,
  used_at timestamptz,
  foreign key (brand_id, player_id) references players (brand_id, id)
);
create index confirmation_codes_of_player on confirmation_codes (brand_id, player_id, created_at);
create index confirmation_codes_by_age on confirmation_codes (created_at);
`;
