import { type Kysely, sql } from 'kysely';

/**
 * The times until money arrived, in the statistics of routes. Rows from before, and those of a
 * process of the release before, have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Credited attempts by the time from the attempt's begin to its money, counted in the classes of
-- money/policy/arrival-times.ts; empty if no time was counted.
alter table route_statistics add column arrivals integer[] not null default '{}';
`)
    .execute(db);
}
