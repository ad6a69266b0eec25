import { type Kysely, sql } from 'kysely';

/**
 * One row per recurring job: when it is due, and who runs it. A process of the release before has its
 * clock in the schema `pgboss`, which stays for it; every job may run twice at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table jobs (
  name text primary key,
  due_at timestamptz not null default now(),
  -- Until then nobody else runs it, unless it is freed before.
  leased_until timestamptz,
  holder uuid,
  check ((leased_until is null) = (holder is null))
);
`)
    .execute(db);
}
