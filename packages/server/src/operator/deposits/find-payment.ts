import type { Selectable } from 'kysely';
import type { Tx } from '../../ground/database/connect.ts';
import type { PaymentsTable } from '../../ground/database/tables/money.ts';
import { OperatorError } from '../operator-error.ts';

/**
 * A receipt of the brand.
 * @throws OperatorError payment.notFound, for another brand's too
 */
export async function findPayment(
  tx: Tx,
  brandId: string,
  paymentId: string,
): Promise<Selectable<PaymentsTable>> {
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', paymentId)
    .executeTakeFirst();
  if (payment === undefined)
    throw new OperatorError('payment.notFound', 'There is no such payment.');
  return payment;
}
