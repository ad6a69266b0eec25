import { type Kysely, sql } from 'kysely';

/** A deposit stores the experiment group of its player, so that the experiment can be evaluated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deposits add column ab_test_group text`.execute(db);
}
