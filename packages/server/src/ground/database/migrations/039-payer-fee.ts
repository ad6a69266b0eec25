import { type Kysely, sql } from 'kysely';

/** The fee on top of a deposit; null in rows of the release before, which charged none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter table deposits add column payer_fee numeric check (payer_fee >= 0)')
    .execute(db);
}
