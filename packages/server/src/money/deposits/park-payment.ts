import { type ParkedCode, padToCurrency, returnReasonOf, type WebhookData } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import { recordEvent } from '../../messages/webhooks/record-event.ts';
import { moveByReceipts } from './move-by-receipts.ts';
import { noSettledDebt } from './settle-debt.ts';

/** Why a receipt is parked: a code of the closed set, and words for the operator. */
export interface ParkedBecause {
  code: ParkedCode;
  reason: string;
}

/** Parks a receipt with the reason why it isn't credited, for the operator to resolve. */
export async function parkPayment(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  payment: Payment,
  { code, reason }: ParkedBecause,
): Promise<Deposit> {
  core.log.warn({ depositId: deposit.id, paymentId: payment.id, reason }, 'a payment is parked');
  await tx
    .updateTable('payments')
    .set({
      status: 'parked',
      parked_reason: reason,
      parked_code: code,
      processed_amount: null,
      processed_currency: null,
      rate: null,
      rate_source: null,
      rounding: '0',
      ...noSettledDebt,
      updated_at: core.now(),
    })
    .where('brand_id', '=', payment.brand_id)
    .where('id', '=', payment.id)
    .execute();
  await recordEvent(core, tx, {
    brandId: deposit.brand_id,
    playerId: deposit.player_id,
    type: 'payment.parked',
    data: { paymentId: payment.id, code, reason, ...describePayment(deposit, payment) },
  });
  return moveByReceipts(core, tx, deposit, reason, returnReasonOf(code));
}

/** Builds the webhook data of a receipt. */
export function describePayment(
  deposit: Deposit,
  payment: Pick<
    Payment,
    'amount' | 'currency' | 'processed_amount' | 'processed_currency' | 'rate' | 'rate_source'
  >,
): Omit<WebhookData<'payment.credited'>, 'paymentId'> {
  return {
    depositId: deposit.id,
    reference: deposit.reference,
    amount: padToCurrency(payment.amount, payment.currency),
    currency: payment.currency,
    processedAmount:
      payment.processed_amount === null
        ? null
        : padToCurrency(payment.processed_amount, deposit.account_currency),
    processedCurrency: payment.processed_currency,
    rate: payment.rate,
    rateSource: payment.rate_source,
  };
}
