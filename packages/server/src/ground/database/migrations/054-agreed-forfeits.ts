import { type Kysely, sql } from 'kysely';

/**
 * The bonuses that the player agreed to lose by a withdrawal. The operator's wallet may hold its
 * money later than it was requested.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table withdrawals add column agreed_forfeits jsonb`).execute(db);
}
