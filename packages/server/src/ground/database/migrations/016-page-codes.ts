import { type Kysely, sql } from 'kysely';

/**
 * Codes that open a deposit's page in a browser outside an app: each works once, for some minutes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table page_codes (
  brand_id text not null,
  -- SHA-256 of the code; the code itself is not stored.
  digest text not null,
  deposit_id uuid not null,
  expires_at timestamptz not null,
  primary key (brand_id, digest)
);
create index page_codes_by_age on page_codes (expires_at);
`)
    .execute(db);
}
