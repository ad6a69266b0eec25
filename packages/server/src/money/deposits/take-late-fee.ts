import type { Money } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import { bookFee, feeOrNone } from '../ledger/book-fee.ts';

/**
 * Takes in what the provider kept of a receipt that it tells of again, or that an operator confirmed
 * first. It is booked at once where the receipt is credited, else together with it; once, and not
 * beside what a reconciliation has booked. The caller has locked the deposit.
 */
export async function takeLateFee(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  receipt: Payment,
  { fee: told, source }: { fee: Money | null; source: string },
): Promise<void> {
  const fee = feeOrNone(told);
  if (fee === null || receipt.fee !== null) return;
  const { id: paymentId, brand_id: brandId } = receipt;
  await tx
    .updateTable('payments')
    .set({ fee: fee.amount, fee_currency: fee.currency, updated_at: core.now() })
    .where('brand_id', '=', brandId)
    .where('id', '=', paymentId)
    .execute();
  if (receipt.status !== 'credited' || (await isReconciled(tx, receipt))) return;
  await bookFee(tx, {
    brandId,
    connector: receipt.connector,
    deposit: { id: deposit.id, paymentId },
    money: fee,
    reason: `told of after the money (${source})`,
  });
}

async function isReconciled(tx: Tx, { brand_id, id }: Payment): Promise<boolean> {
  const booked = await tx
    .selectFrom('settlement_fees')
    .select('transfer_id')
    .where('brand_id', '=', brand_id)
    .where('payment_id', '=', id)
    .executeTakeFirst();
  return booked !== undefined;
}
