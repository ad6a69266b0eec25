import { type Kysely, sql } from 'kysely';

/**
 * A deposit remembers what its provider calls the fields that its player filled in, where that
 * differs, and how often the provider wanted to know more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deposits
      add column field_names jsonb not null default '{}',
      add column asked_count integer not null default 0`.execute(db);
}
