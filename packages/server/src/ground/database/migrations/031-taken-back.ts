import { type Kysely, sql } from 'kysely';

/**
 * What refunds and chargebacks took back of a deposit, each. A trigger is the only writer: a process
 * of the release before sets `reversed_amount` only, and its reversals are counted all the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [columns, trigger, earlier]) await sql.raw(statement).execute(db);
}

const columns = `
alter table deposits
  add column refunded_amount numeric not null default 0,
  add column charged_back_amount numeric not null default 0;
`;

// A transaction locks the deposit before it inserts a reversal. The amount and the kind of a
// reversal never change.
const trigger = `
create function reversals_apply_kind() returns trigger language plpgsql as $$
begin
  update deposits set
    refunded_amount = refunded_amount
      + case new.kind when 'refund' then new.account_amount else 0 end,
    charged_back_amount = charged_back_amount
      + case new.kind when 'chargeback' then new.account_amount else 0 end
  where brand_id = new.brand_id and id = new.deposit_id;
  return null;
end $$;
create trigger reversals_apply_kind after insert on reversals
  for each row when (new.deposit_id is not null and new.kind in ('refund', 'chargeback'))
  execute function reversals_apply_kind();
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
