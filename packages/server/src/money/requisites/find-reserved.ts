import type { ReservedRequisite } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { openPayee } from './open-payee.ts';

/**
 * Returns the requisite that is reserved for a deposit; null if the deposit has none.
 * @throws SealError if its encryption key is missing in the key ring
 */
export async function findReserved(
  { db, vault }: Pick<Core, 'db' | 'vault'>,
  { id, brand_id, requisite_id }: Pick<Deposit, 'id' | 'brand_id' | 'requisite_id'>,
): Promise<ReservedRequisite | null> {
  if (requisite_id === null) return null;
  const reservation = await db
    .selectFrom('requisite_reservations as r')
    .innerJoin('requisites as q', 'q.id', 'r.requisite_id')
    .select(['r.amount', 'r.has_reference', 'r.created_at', 'q.payee_sealed'])
    .where('r.brand_id', '=', brand_id)
    .where('r.deposit_id', '=', id)
    .executeTakeFirstOrThrow();
  const { payee_sealed } = reservation;
  return {
    payee: openPayee(vault, { id: requisite_id, brand_id, payee_sealed }),
    amount: reservation.amount,
    hasReference: reservation.has_reference,
    reservedAt: reservation.created_at,
  };
}
