import { type Kysely, sql } from 'kysely';

/** The routes of a withdrawal as they were planned; null in rows of the release before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table withdrawals add column route_plan jsonb').execute(db);
}
