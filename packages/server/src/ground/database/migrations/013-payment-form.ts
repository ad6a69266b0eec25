import { type Kysely, sql } from 'kysely';

/**
 * A session remembers that its page was closed in the midst of a creation; a deposit, what its
 * provider wants to know besides, and when the player said it, until the provider has answered.
 * Deposits first: whoever makes one may hold that table before they ask for its session.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deposits
      add column required_fields jsonb,
      add column continued_at timestamptz`.execute(db);
  await sql`alter table payment_sessions add column closed_at timestamptz`.execute(db);
}
