import { type Kysely, sql } from 'kysely';

/**
 * One row per recurring job: when it is due, and which process runs it. Processes of the previous
 * release use the schema `pgboss`, which stays for them. During an update a job may run twice at
 * once, which every job tolerates.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table jobs (
  name text primary key,
  due_at timestamptz not null default now(),
  -- Until this time no other process runs the job, unless the lease is released earlier.
  leased_until timestamptz,
  holder uuid,
  check ((leased_until is null) = (holder is null))
);
`)
    .execute(db);
}
