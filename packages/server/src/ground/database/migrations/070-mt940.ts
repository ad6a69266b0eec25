import { type Kysely, sql } from 'kysely';

/** Statements in MT940. The previous release reads rows of the new format as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(formats).execute(db);
}

const formats = `
alter table bank_statements
  drop constraint bank_statements_format_check,
  add constraint bank_statements_format_check
    check (format in ('csv', 'camt.053', 'mt940')) not valid;
`;
