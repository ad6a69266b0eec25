import { type Kysely, sql } from 'kysely';

/**
 * What refunds and chargebacks took back of a deposit, each. A process of the release before leaves
 * both as they are: the rest of `reversed_amount` has no named cause.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [columns, earlier]) await sql.raw(statement).execute(db);
}

const columns = `
alter table deposits
  add column refunded_amount numeric not null default 0,
  add column charged_back_amount numeric not null default 0;
`;

// Reversals are few, and each deposit is found by its id.
const earlier = `
update deposits d
set refunded_amount = r.refunded, charged_back_amount = r.charged_back
from (
  select brand_id, deposit_id,
    coalesce(sum(account_amount) filter (where kind = 'refund'), 0) as refunded,
    coalesce(sum(account_amount) filter (where kind = 'chargeback'), 0) as charged_back
  from reversals
  where deposit_id is not null and kind in ('refund', 'chargeback')
  group by brand_id, deposit_id
) r
where d.brand_id = r.brand_id and d.id = r.deposit_id;
`;
