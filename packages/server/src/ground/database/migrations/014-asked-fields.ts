import { type Kysely, sql } from 'kysely';

/**
 * Deposits and withdrawals store the provider's names of the fields that the player filled in. A
 * field whose name at the provider equals its own name is left out. Deposits also store how often
 * the provider asked for further fields.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deposits
      add column field_names jsonb not null default '{}',
      add column asked_count integer not null default 0`.execute(db);
  await sql`
    alter table withdrawals add column field_names jsonb not null default '{}'`.execute(db);
}
