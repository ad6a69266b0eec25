import { type Kysely, sql } from 'kysely';

/**
 * A receipt may be inserted as credited. The trigger comes after `payments_pay_attempt`, as its name does:
 * that one decides which attempt was paid by order of arrival, this one by order of crediting.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create trigger payments_pay_credited_attempt after insert on payments
  for each row when (new.status = 'credited') execute function payments_credit_attempt();
`)
    .execute(db);
}
