import { type Kysely, sql } from 'kysely';

/** A deposit remembers the experiment group its player was in, for whoever judges the experiment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deposits add column ab_test_group text`.execute(db);
}
