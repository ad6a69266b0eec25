import type { Decimal } from '@kassa/contract';
import type { Core } from '../core/core.ts';
import type { RequisiteRow } from '../ground/database/tables/requisites.ts';

/**
 * Gives a requisite to a deposit, as the pool does at its creation, and moves the deposit to the
 * requisite's account.
 */
export async function reserveForTest(
  { db, now }: Core,
  depositId: string,
  requisite: RequisiteRow,
  amount: Decimal,
): Promise<void> {
  const { id, brand_id, account, currency, has_reference } = requisite;
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('requisite_reservations')
      .values({
        deposit_id: depositId,
        brand_id,
        requisite_id: id,
        amount,
        currency,
        has_reference,
        day: now().toISOString().slice(0, 10),
        created_at: now(),
      })
      .execute();
    // The change of the account writes the attempt anew.
    await tx.deleteFrom('deposit_attempts').where('deposit_id', '=', depositId).execute();
    await tx
      .updateTable('deposits')
      .set({ requisite_id: id, connector: account })
      .where('brand_id', '=', brand_id)
      .where('id', '=', depositId)
      .execute();
  });
}

/** Ends a deposit's reservation, as the pool does when the deposit ends. */
export async function freeForTest(
  { db, now }: Core,
  depositId: string,
  cooldownMs: number,
): Promise<void> {
  await db
    .updateTable('requisite_reservations')
    .set({ freed_at: now(), cooling_until: new Date(now().getTime() + cooldownMs) })
    .where('deposit_id', '=', depositId)
    .execute();
}
