import { type Kysely, sql } from 'kysely';

/** A fee may be told of after its money is booked, by the provider itself: by no reconciliation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table settlement_fees alter column run_id drop not null`.execute(db);
}
