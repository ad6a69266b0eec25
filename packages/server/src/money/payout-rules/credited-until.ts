import type { Decimal } from '@kassa/contract';
import { type RawBuilder, sql } from 'kysely';

/*
 * What a withdrawal is judged by was credited before it was requested. The time of the deposit says
 * little: its money may come much later, and to a coin's address again and again.
 */

/** Whether the receipt `p` was credited up to a time; null: whenever. */
export const wasCreditedUntil = (until: Date | null): RawBuilder<boolean> =>
  until === null
    ? sql`true`
    : sql`(select t.created_at from ledger_transfers t where t.id = p.transfer_id) <= ${until}`;

/** What was credited of the receipt `p`, less what was taken back since. */
export const restOfReceipt: RawBuilder<Decimal> = sql`(p.processed_amount - coalesce((
  select sum(r.account_amount) from reversals r
  where r.deposit_id = p.deposit_id and r.payment_id = p.id), 0))`;

/** What was credited up to a time of a row of `deposits`, less what was taken back since. */
export const restOfDeposit = (until: Date | null): RawBuilder<Decimal> =>
  until === null
    ? sql`(deposits.credited_amount - deposits.reversed_amount)`
    : sql`coalesce((
        select sum(${restOfReceipt}) from payments p
        where p.deposit_id = deposits.id and p.status = 'credited'
          and ${wasCreditedUntil(until)}), 0)`;
