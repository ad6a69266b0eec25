import { CallError, compareDecimals, type Money, padToCurrency } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { isSameMoney } from '../../money/deposits/known-receipt.ts';
import { reversePayment } from '../../money/provider-events/reversed-receipt.ts';
import { loadLeft } from '../../money/provider-events/reversible-receipts.ts';
import { openRefundStatuses } from '../../money/states/refund.machine.ts';
import { OperatorError } from '../operator-error.ts';
import { type Act, requireEffect, requireLocked } from './deposit-acts.ts';
import { requireAmount } from './require-amount.ts';

/**
 * Books a refund that the operator paid outside of Kassa, like a refund that the provider reports.
 * `money` is in the currency that arrived. `paymentId` names the receipt if the amount alone is
 * ambiguous. A later event of the provider about the same refund is matched with this one. A refund
 * of an amount that the provider has reported before is another one only if it has a reference. A
 * refund that was requested from the provider is resolved instead.
 * @throws CallError amount.invalid; OperatorError refund.aboveLeft
 */
export async function refundDeposit(
  core: Core,
  tx: Tx,
  act: Act & { money: Money; paymentId?: string; providerReference?: string },
): Promise<Deposit> {
  const deposit = await requireLocked(tx, act);
  requireAmount(act.money);
  const { paymentId } = act;
  const payment = paymentId === undefined ? null : await findPayment(tx, deposit, paymentId);
  const evidence = {
    brandId: act.brandId,
    connector: payment?.connector ?? deposit.connector,
    source: `operator ${act.actor}: ${act.reason}`,
    confirmedBy: 'operator' as const,
  };
  await requireNotRequested(tx, deposit, act);
  const isUnnamed = act.providerReference === undefined;
  if (isUnnamed && (await isRefundReported(tx, deposit, act.money))) {
    const message =
      'The provider has reported a refund of this amount. Give the reference of another one.';
    throw new CallError('deposit.notOpen', message, {}, deposit.reference);
  }
  const paymentReference = payment?.provider_payment_id ?? null;
  const applied = await reversePayment(core, tx, deposit, evidence, {
    reversal: 'refund',
    providerReference: act.providerReference ?? null,
    paymentReference,
    amount: act.money,
  });
  if (applied.outcome === 'conflicting' || applied.outcome === 'tooEarly') {
    await requireLeft(tx, deposit, { amount: act.money, paymentReference });
  }
  return requireEffect(deposit, applied);
}

/** @throws OperatorError refund.aboveLeft if the refund is more than what is left of a receipt */
export async function requireLeft(
  tx: Tx,
  deposit: Deposit,
  refund: { amount: Money; paymentReference: string | null },
): Promise<void> {
  const { amount, currency } = refund.amount;
  const found = await loadLeft(tx, deposit, refund);
  if (found === null || compareDecimals(amount, found.left) <= 0) return;
  const left = padToCurrency(found.left, currency);
  const total = padToCurrency(found.total, currency);
  const rest =
    left === total
      ? `${left} ${currency} is left of the payment.`
      : `${left} ${currency} is left of the largest payment, and ${total} ${currency} of all.`;
  const isSeveral = compareDecimals(amount, found.total) <= 0;
  const advice = isSeveral ? ' Record a refund for each payment, with its paymentId.' : '';
  const params = { left, total, currency };
  throw new OperatorError(
    'refund.aboveLeft',
    `The refund is too high: ${rest}${advice}`,
    [],
    params,
  );
}

/**
 * @throws CallError deposit.notOpen if the provider was asked for this refund, by its reference, or
 * may have been asked for it: an open refund has the same money
 */
async function requireNotRequested(
  tx: Tx,
  deposit: Deposit,
  { money, providerReference }: { money: Money; providerReference?: string },
): Promise<void> {
  const refunds = await tx
    .selectFrom('refunds')
    .select(['id', 'status', 'amount', 'currency', 'provider_reference'])
    .where('brand_id', '=', deposit.brand_id)
    .where('deposit_id', '=', deposit.id)
    .where('status', '!=', 'completed')
    .execute();
  const requested = refunds.find((row) => {
    const isOpen = openRefundStatuses.includes(row.status);
    const isSame = isSameMoney(row, money);
    return providerReference === undefined || row.provider_reference === null
      ? isOpen && isSame
      : row.provider_reference === providerReference && (isOpen || isSame);
  });
  if (requested === undefined) return;
  const message = `The provider was asked for this refund (${requested.id}, ${requested.status}). Set its outcome with "refunds resolve".`;
  throw new CallError('deposit.notOpen', message, {}, deposit.reference);
}

async function isRefundReported(tx: Tx, deposit: Deposit, money: Money): Promise<boolean> {
  const reported = await tx
    .selectFrom('reversals')
    .select('id')
    .where('brand_id', '=', deposit.brand_id)
    .where('deposit_id', '=', deposit.id)
    .where('kind', '=', 'refund')
    .where('confirmed_by', '=', 'provider')
    .where('amount', '=', money.amount)
    .where('currency', '=', money.currency)
    .executeTakeFirst();
  return reported !== undefined;
}

/** Returns the account of a receipt of this deposit, and the provider's id of it. */
export async function findPayment(tx: Tx, deposit: Deposit, paymentId: string) {
  const payment = isUuid(paymentId)
    ? await tx
        .selectFrom('payments')
        .select(['connector', 'provider_payment_id'])
        .where('brand_id', '=', deposit.brand_id)
        .where('deposit_id', '=', deposit.id)
        .where('id', '=', paymentId)
        .executeTakeFirst()
    : undefined;
  if (payment === undefined) {
    throw new CallError('deposit.notFound', 'The deposit has no such payment.');
  }
  return payment;
}
