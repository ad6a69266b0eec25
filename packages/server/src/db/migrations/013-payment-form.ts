import { type Kysely, sql } from 'kysely';

/** A session remembers that its page was closed in the middle of a creation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_sessions add column closed_at timestamptz`.execute(db);
}
