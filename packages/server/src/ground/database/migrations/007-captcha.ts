import { type Kysely, sql } from 'kysely';

/** Captcha solutions that were used, kept until they expire: each counts once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table captcha_marks (
  brand_id text not null,
  -- Digest of the part that makes the solution unique; the solution itself is not stored.
  digest text not null,
  expires_at timestamptz not null,
  primary key (brand_id, digest)
);
create index captcha_marks_by_age on captcha_marks (expires_at);
`)
    .execute(db);
}
