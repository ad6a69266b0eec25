import { type Kysely, sql } from 'kysely';

/**
 * Codes that move a deposit's invoice to another device of its player, and the tickets that they are
 * exchanged for. A code becomes its ticket in place, so that only one exchange can succeed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table device_codes (
  brand_id text not null,
  -- SHA-256 of the code, or of the ticket's secret; neither is stored itself.
  digest text not null,
  is_ticket boolean not null default false,
  deposit_id uuid not null,
  -- The player token that asked for the code: revoked with it.
  token_id text,
  token_issued_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (brand_id, digest)
);
create index device_codes_by_age on device_codes (expires_at);
`)
    .execute(db);
}
