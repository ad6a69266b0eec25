import { addDecimals, type Decimal, negateDecimal } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Payment } from '../../ground/database/tables/money.ts';

/**
 * Splits a receipt of a package into what is kept of it and a rest. The rest is a receipt of its own: it
 * can be returned. All parts of a receipt name the first one, which has the provider's reference.
 * @param restAmount - less than the receipt, in its currency
 */
export async function splitReceipt(
  core: Pick<Core, 'now'>,
  tx: Tx,
  receipt: Payment,
  restAmount: Decimal,
): Promise<{ kept: Payment; rest: Payment }> {
  const received_amount = receipt.received_amount ?? receipt.amount;
  const kept = await tx
    .updateTable('payments')
    .set({
      amount: addDecimals(receipt.amount, negateDecimal(restAmount)),
      received_amount,
      updated_at: core.now(),
    })
    .where('brand_id', '=', receipt.brand_id)
    .where('id', '=', receipt.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const id = uuidv7();
  const rest = await tx
    .insertInto('payments')
    .values({
      id,
      brand_id: receipt.brand_id,
      deposit_id: receipt.deposit_id,
      connector: receipt.connector,
      provider_payment_id: `part ${id}`,
      amount: restAmount,
      currency: receipt.currency,
      received_amount,
      part_of: receipt.part_of ?? receipt.id,
      evidence: receipt.evidence,
      confirmed_by: receipt.confirmed_by,
      payer_match: receipt.payer_match,
      payer_cleared_at: receipt.payer_cleared_at,
      uploaded_by: receipt.uploaded_by,
      operator_reference: receipt.operator_reference,
      seen_at: receipt.seen_at,
      created_at: core.now(),
      status: 'parked',
      parked_reason: receipt.parked_reason ?? 'just arrived',
      parked_code: receipt.parked_code,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { kept, rest };
}
