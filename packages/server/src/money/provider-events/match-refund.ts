import type { ProviderReversal } from '../../connectors/connector.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Evidence } from '../../providers/evidence.ts';
import { isSameMoney } from '../deposits/is-same-money.ts';
import type { Receipt } from './choose-receipt.ts';

/**
 * Holds the provider's word of a refund against those that an operator told of and it has not spoken
 * of yet: of the same money it is the same refund, which has the provider's id from now on. Of other
 * money while there is one, nobody can tell; null where there is none. The caller has locked the
 * deposit.
 */
export async function matchRefund(
  tx: Tx,
  deposit: Deposit,
  receipts: readonly Receipt[],
  { source }: Evidence,
  refund: Omit<ProviderReversal, 'kind' | 'depositId'>,
): Promise<'duplicate' | 'conflicting' | null> {
  const isMeant = ({ provider_payment_id, currency }: Receipt) =>
    refund.paymentReference === null
      ? currency === refund.amount.currency
      : provider_payment_id === refund.paymentReference;
  const meant = receipts.filter(isMeant);
  const reversals = (await findUnmatched(tx, deposit)).filter((row) =>
    meant.some(({ id }) => id === row.payment_id),
  );
  const booked = reversals.find((row) => isSameMoney(row, refund.amount));
  if (booked !== undefined) {
    await tx
      .updateTable('reversals')
      .set({
        provider_reversal_id: refund.providerReference,
        confirmed_by: 'provider',
        evidence: `${booked.evidence}; then ${source}`,
      })
      .where('brand_id', '=', deposit.brand_id)
      .where('id', '=', booked.id)
      .execute();
    return 'duplicate';
  }
  // Parked money that an operator sent back was never booked: the receipt itself remembers.
  const returned = meant.filter(
    ({ status, returned_reference }) => status === 'returned' && returned_reference === null,
  );
  const sentBack = returned.find((row) => isSameMoney(row, refund.amount));
  if (sentBack !== undefined) {
    await tx
      .updateTable('payments')
      .set({ returned_reference: refund.providerReference })
      .where('brand_id', '=', sentBack.brand_id)
      .where('id', '=', sentBack.id)
      .execute();
    return 'duplicate';
  }
  return reversals.length + returned.length > 0 ? 'conflicting' : null;
}

/** What an operator told of, and the provider has not spoken of yet. */
function findUnmatched(tx: Tx, deposit: Deposit) {
  return tx
    .selectFrom('reversals')
    .select(['id', 'payment_id', 'amount', 'currency', 'evidence'])
    .where('brand_id', '=', deposit.brand_id)
    .where('deposit_id', '=', deposit.id)
    .where('confirmed_by', '=', 'operator')
    .orderBy('created_at')
    .execute();
}
