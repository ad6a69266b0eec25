import { type Kysely, sql } from 'kysely';

/** The rules of payouts that had a withdrawal reviewed, which an operator's approval covers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table withdrawals add column reviewed_rules jsonb not null default '[]'`)
    .execute(db);
}
