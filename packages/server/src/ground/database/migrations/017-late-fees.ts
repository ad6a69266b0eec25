import { type Kysely, sql } from 'kysely';

/**
 * A provider may report a fee after the money was booked: such a fee belongs to no reconciliation
 * run.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table settlement_fees alter column run_id drop not null`.execute(db);
}
