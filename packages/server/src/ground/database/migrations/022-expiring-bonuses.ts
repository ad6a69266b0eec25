import { type Kysely, sql } from 'kysely';

/** Offers of one campaign end at the same moment: batches of them follow each other by id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index bonuses_expiring on bonuses (must_accrue_before, id)
      where status = 'offered'`.execute(db);
  await sql`drop index bonuses_due`.execute(db);
}
