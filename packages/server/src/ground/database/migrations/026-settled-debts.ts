import { type Kysely, sql } from 'kysely';

/**
 * An approval covers the debts that existed when it was given. A later deposit settles what its
 * player owes. A process of the release before writes none of these columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- The sum of all debts ever booked to the player when an operator approved the withdrawal.
alter table withdrawals add column debt_at_approval numeric;

-- When the provider first reported the payout with another amount or currency.
alter table withdrawals add column misreported_at timestamptz;

-- The part of the credited amount that settles a debt, and its transfer.
alter table payments add column settled_debt numeric, add column debt_transfer_id uuid;

-- The sum of the debts that the deposit has settled.
alter table deposits add column settled_debt numeric not null default 0;

-- Reversals whose debt is not known until the operator's wallet answers.
create index reversals_pending on reversals (brand_id, player_id) where status = 'pending';

-- Debts that receipts have reserved until the operator's wallet answers.
create index payments_settling on payments (deposit_id)
  where status = 'crediting' and settled_debt is not null;
`)
    .execute(db);
}
