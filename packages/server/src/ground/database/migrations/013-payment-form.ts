import { type Kysely, sql } from 'kysely';

/**
 * Stores that a session's page was closed while a deposit was being created; which further fields a
 * provider asks for; and when the player submitted them, until the provider has answered. Deposits
 * first: a transaction that creates a deposit may lock that table before the session's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deposits
      add column required_fields jsonb,
      add column continued_at timestamptz`.execute(db);
  await sql`alter table payment_sessions add column closed_at timestamptz`.execute(db);
}
