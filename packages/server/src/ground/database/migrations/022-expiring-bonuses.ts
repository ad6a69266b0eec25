import { type Kysely, sql } from 'kysely';

/** Offers of one campaign expire at the same moment, so their batches also continue by id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index bonuses_expiring on bonuses (must_accrue_before, id)
      where status = 'offered'`.execute(db);
  await sql`drop index bonuses_due`.execute(db);
}
