import { type Kysely, sql } from 'kysely';

/**
 * Stores a deposit's step, sealed if it holds payment details (a code, an account to pay into), why
 * a deposit was declined, and the reason that players read for a method in maintenance. A process
 * of the previous release doesn't see a sealed step, and treats the deposit as one without a step.
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
  // For sealing steps anew under another key, and for steps past their retention.
  await sql`
    create index deposits_by_step_key on deposits (split_part(step_sealed, '.', 2), id)
      where step_sealed is not null`.execute(db);
  await sql`
    create index deposits_with_step on deposits (brand_id, id)
      where step_sealed is not null`.execute(db);
}
