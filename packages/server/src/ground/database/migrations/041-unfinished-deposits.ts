import { type Kysely, sql } from 'kysely';

/** The unfinished deposits of a player, which their list shows whatever their age. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create index deposits_unfinished on deposits (brand_id, player_id, id)
  where status in ('created', 'awaitingPlayer', 'awaitingConfirmation', 'crediting', 'parked');
`)
    .execute(db);
}
