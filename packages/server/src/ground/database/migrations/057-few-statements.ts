import { type Kysely, sql } from 'kysely';

/** What a deposit needs that is written by few statements. Additions only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [credit, lock]) await sql.raw(statement).execute(db);
}

// A receipt may be inserted as credited. By its name this trigger comes after `payments_pay_attempt`, which
// decides by the order of arrival which attempt was paid; this one decides by the order of crediting.
const credit = `
create trigger payments_pay_credited_attempt after insert on payments
  for each row when (new.status = 'credited') execute function payments_credit_attempt();
`;

// A notification is locked by a statement whose result isn't awaited.
const lock = `
create function refuse_processed() returns boolean language plpgsql as $$
begin
  raise exception 'The notification is processed already.' using errcode = 'KS001';
end $$;
`;
