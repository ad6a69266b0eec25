import { type Kysely, sql } from 'kysely';

/**
 * A deposit that ended without money may still be paid for a while, and counts towards its player's
 * limits meanwhile. Null in rows of older releases.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deposits
      add column late_until timestamptz,
      add column provider_cancel text check (provider_cancel in ('canceled', 'cannotCancel'))
  `.execute(db);
}
