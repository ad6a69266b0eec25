import { sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { forgottenAfterHours } from './invoice-limits.ts';

/** How long after its payment an invoice may be paid again, by mistake or from the bank's list of payees. */
const repeatableMs = 24 * 3600_000;

type Reserved = Pick<Deposit, 'id' | 'brand_id'>;

/**
 * Frees the requisite of a deposit that has ended or got its money; its amount is given out again after the
 * cooldown, and while it may be paid late or a second time only where no other amount is free. What ended
 * without money no longer counts on the requisite's day, and counts as left unpaid by its player. Called again
 * for late money, it only ends the player's pause. The caller has locked the player.
 */
export async function freeRequisite(
  { now }: Pick<Core, 'now'>,
  tx: Tx,
  { id, brand_id, player_id, late_until }: Reserved & Pick<Deposit, 'player_id' | 'late_until'>,
  { isPaid }: { isPaid: boolean },
): Promise<void> {
  const freedAt = now();
  const payableUntil = isPaid ? new Date(freedAt.getTime() + repeatableMs) : late_until;
  const since = new Date(freedAt.getTime() - forgottenAfterHours * 3600_000);
  const ofPlayer = sql`p.brand_id = ${brand_id} and p.id = ${player_id}`;
  const endPause = sql`
    update players p set unpaid_invoices = 0, unpaid_invoice_at = null
    where ${ofPlayer} and p.unpaid_invoices > 0`;
  const countUnpaid = sql`
    update players p set unpaid_invoice_at = ${freedAt}::timestamptz,
      unpaid_invoices = case when p.unpaid_invoice_at > ${since}::timestamptz
        then p.unpaid_invoices else 0 end + 1
    from freed where ${ofPlayer}`;
  await sql`
    with freed as (
      update requisite_reservations r
      set freed_at = ${freedAt}::timestamptz,
        cooling_until = ${freedAt}::timestamptz + q.cooldown_minutes * interval '1 minute',
        payable_until = ${payableUntil}::timestamptz
      from requisites q
      where r.brand_id = ${brand_id} and r.deposit_id = ${id} and r.freed_at is null
        and q.brand_id = r.brand_id and q.id = r.requisite_id
      returning r.brand_id, r.requisite_id, r.amount, r.day),
    counted as (${isPaid ? endPause : countUnpaid})
    ${isPaid ? sql`select from freed` : takeOff}`.execute(tx);
}

/**
 * Takes the requisite from a deposit that goes to another account before its player has seen the
 * invoice: nobody can pay it, so its amount needs no cooldown.
 */
export async function returnRequisite(tx: Tx, { id, brand_id }: Reserved): Promise<void> {
  await sql`
    with freed as (
      delete from requisite_reservations
      where brand_id = ${brand_id} and deposit_id = ${id}
      returning brand_id, requisite_id, amount, day),
    emptied as (
      update deposits set requisite_id = null where brand_id = ${brand_id} and id = ${id})
    ${takeOff}`.execute(tx);
}

/** Takes freed reservations off the counters of their requisites, if the day hasn't changed. */
const takeOff = sql`
  update requisites q
  set day_amount = q.day_amount - freed.amount, day_count = q.day_count - 1
  from freed
  where q.brand_id = freed.brand_id and q.id = freed.requisite_id and q.day = freed.day`;
