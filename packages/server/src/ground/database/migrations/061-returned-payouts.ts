import { type Kysely, sql } from 'kysely';

/** The withdrawal whose payout came back as a bank transfer. Additions only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(transfers).execute(db);
}

const transfers = `
alter table bank_transfers
  add column withdrawal_id uuid,
  add constraint bank_transfers_withdrawal foreign key (brand_id, withdrawal_id)
    references withdrawals (brand_id, id) not valid;
create index bank_transfers_of_withdrawal on bank_transfers (withdrawal_id)
  where withdrawal_id is not null;
`;
