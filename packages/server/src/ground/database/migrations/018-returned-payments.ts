import { type Kysely, sql } from 'kysely';

/** A settlement file names the refund of parked money only by the provider's id of that refund. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index payments_returned on payments (brand_id, connector, returned_reference)
      where returned_reference is not null`.execute(db);
}
