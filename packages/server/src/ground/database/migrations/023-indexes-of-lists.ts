import { type Kysely, sql } from 'kysely';

/** Lists are read backwards by the unique index of brand and id: the same in the other direction only costs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
drop index deposits_newest;
drop index withdrawals_newest;
drop index webhook_events_newest;
`)
    .execute(db);
}
