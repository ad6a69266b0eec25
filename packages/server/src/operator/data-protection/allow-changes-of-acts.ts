import { sql } from 'kysely';
import type { Tx } from '../../ground/database/connect.ts';

/**
 * The log of operators' acts only grows, and the database sees to it. In this transaction alone it
 * may be shortened, or a player's name taken out of it: retention and erasure need it.
 */
export async function allowChangesOfActs(tx: Tx): Promise<void> {
  await sql`select set_config('kassa.data_protection', 'on', true)`.execute(tx);
}
