import { type Kysely, sql } from 'kysely';

/**
 * Lists are read backwards through the unique index of brand and id. A second index in the other
 * direction only makes writes slower.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
drop index deposits_newest;
drop index withdrawals_newest;
drop index webhook_events_newest;
`)
    .execute(db);
}
