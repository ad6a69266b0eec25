import { type Kysely, sql } from 'kysely';

/** Each process looks for bonuses that changed, every second: their players may be on its sockets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index bonuses_changed on bonuses (updated_at)`.execute(db);
}
