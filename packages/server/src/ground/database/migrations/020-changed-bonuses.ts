import { type Kysely, sql } from 'kysely';

/** Every second each process finds bonuses that changed, as their players may be on its sockets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index bonuses_changed on bonuses (updated_at)`.execute(db);
}
