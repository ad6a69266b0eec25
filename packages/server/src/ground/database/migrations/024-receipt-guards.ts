import { type Kysely, sql } from 'kysely';

/**
 * The ceiling up to which a deposit is credited, and the reasons why a receipt is parked. Deposits
 * of a process of the previous release have no ceiling; it is then computed when money arrives.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table deposits
  add column ceiling numeric check (ceiling > 0),
  add column is_amount_open boolean not null default false,
  add column return_reason text
    check (return_reason in ('aboveLimit', 'playerBlocked', 'selfExcluded'));
alter table payments
  add column parked_code text,
  add column operator_reference text;
`)
    .execute(db);
}
