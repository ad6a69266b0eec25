import { type Kysely, sql } from 'kysely';

/** What tells reports on the same money apart, and what finds them. Additions only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [columns, indexes]) await sql.raw(statement).execute(db);
}

const columns = `
-- By which columns a CSV file was read. References of two files are comparable only if these agree.
alter table bank_statements add column reading text;
alter table bank_transfers
  -- The statement of the paired report, if that was a statement.
  add column paired_statement_id uuid,
  -- The same money, of a transfer that was dismissed as a duplicate.
  add column same_as uuid,
  -- What a person has confirmed to be other money.
  add column separate_from uuid[];
alter table chain_payments add column separate_from uuid[];
`;

const indexes = `
create index bank_transfers_unknown_account on bank_transfers (brand_id, amount, booked_at)
  where requisite_id is null;
-- Money that an operator has confirmed and that was not reported since.
create index payments_confirmed
  on payments (brand_id, connector, coalesce(received_amount, amount), created_at)
  where confirmed_by = 'operator' and part_of is null;
create index chain_payments_by_amount on chain_payments (brand_id, account, coin, amount)
  where coin is not null;
`;
