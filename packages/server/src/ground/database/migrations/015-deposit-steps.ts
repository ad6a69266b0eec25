import { type Kysely, sql } from 'kysely';

/**
 * What a player does with a payment is kept sealed where it holds payment details (a code, an account
 * to pay into); why a deposit was declined; what players read of a method in maintenance. A process of
 * the release before sees no step where there is a sealed one, and goes on as for a deposit without.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deposits
      add column step_sealed text,
      add column decline_reason text`.execute(db);
  await sql`
    alter table method_switches
      add column shown_reason text not null default 'technical'
        check (shown_reason in ('planned', 'provider', 'bank', 'technical'))`.execute(db);
  // Rows to seal anew under another key, and those whose step has been kept long enough.
  await sql`
    create index deposits_by_step_key on deposits (split_part(step_sealed, '.', 2), id)
      where step_sealed is not null`.execute(db);
  await sql`
    create index deposits_with_step on deposits (brand_id, id)
      where step_sealed is not null`.execute(db);
}
