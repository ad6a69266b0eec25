import { type Kysely, sql } from 'kysely';

/** The widget's built files, of the running release and of those before it (ADR 0022). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table widget_files (
  -- With the hash of the content in its name: assets/first.CFN2aZDl.js.
  path text primary key,
  content_type text not null,
  -- SHA-256 of the content, in base64url.
  digest text not null,
  content bytea not null,
  -- The compressed forms, where the build wrote them.
  br bytea,
  gzip bytea,
  -- Seven days after a running process last named the file.
  expires_at timestamptz not null
);
create index widget_files_by_age on widget_files (expires_at);
-- Most files are compressed already; PostgreSQL would try again in vain.
alter table widget_files
  alter column br set storage external,
  alter column gzip set storage external;
`)
    .execute(db);
}
