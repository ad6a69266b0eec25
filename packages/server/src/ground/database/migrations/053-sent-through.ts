import { type Kysely, sql } from 'kysely';

/** Through what a withdrawal is sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table withdrawals add column sent_through text`).execute(db);
}
