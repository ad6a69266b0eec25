import { addDecimals, compareDecimals, type Money } from '@kassa/contract';
import type { ProviderReversal } from '../../connectors/provider-event.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Evidence } from '../../providers/evidence.ts';
import { isSameMoney } from '../deposits/known-receipt.ts';
import type { Receipt } from './reversible-receipts.ts';

/** A reversal event. The provider's id may be unknown if an operator reports the event. */
export type ReversalEvent = Pick<ProviderReversal, 'reversal' | 'amount' | 'paymentReference'> & {
  providerReference: string | null;
};

/** A refund that an operator reported: a reversal, or a parked receipt that was returned. */
export type UnreportedRefund =
  | { table: 'reversals'; id: string; brandId: string; evidence: string }
  | { table: 'payments'; id: string; brandId: string };

/**
 * Finds out whether a reversal was reported before, under the same id. One that took back several
 * parts of a payment is known by their sum, or is of the whole payment.
 */
export async function findKnown(
  tx: Tx,
  deposit: Deposit,
  receipts: readonly Receipt[],
  evidence: Evidence,
  { providerReference, amount }: ReversalEvent,
): Promise<'duplicate' | 'conflicting' | null> {
  if (providerReference === null) return null;
  const accounts = [evidence.connector, ...receipts.map(({ connector }) => connector)];
  const booked = await findReversals(tx, deposit, accounts, providerReference);
  // The reversal may have returned parked receipts.
  const returned = receipts.filter((receipt) => receipt.returned_reference === providerReference);
  const known = [...booked, ...returned].filter(({ deposit_id }) => deposit_id === deposit.id);
  const isSame =
    known.some((one) => isSameMoney(one, amount)) ||
    isSum(known, amount) ||
    (known.length > 0 && isWhole(receipts, amount));
  const same = booked.find((one) => one.deposit_id === deposit.id);
  if (isSame && same?.confirmed_by === 'operator' && evidence.confirmedBy === 'provider') {
    const refund = { ...same, table: 'reversals', brandId: deposit.brand_id } as const;
    await recordReport(tx, refund, evidence, providerReference);
  }
  if (isSame) return 'duplicate';
  return booked.length + returned.length > 0 ? 'conflicting' : null;
}

function isSum(parts: readonly Money[], { amount, currency }: Money): boolean {
  const sum = parts.reduce((total, part) => addDecimals(total, part.amount), '0');
  return parts.every((part) => part.currency === currency) && compareDecimals(sum, amount) === 0;
}

/** Whether an amount is that of a payment which is several receipts. */
const isWhole = (receipts: readonly Receipt[], money: Money) =>
  receipts.some(
    ({ received_amount: amount, currency }) =>
      amount !== null && isSameMoney({ amount, currency }, money),
  );

/** Selects the reversals that accounts have under an id, each at most one. */
function findReversals(
  tx: Tx,
  { brand_id }: Deposit,
  accounts: readonly string[],
  providerReversalId: string,
) {
  return tx
    .selectFrom('reversals')
    .select(['id', 'deposit_id', 'amount', 'currency', 'confirmed_by', 'evidence'])
    .where('brand_id', '=', brand_id)
    .where('connector', 'in', accounts)
    .where('provider_reversal_id', '=', providerReversalId)
    .execute();
}

/**
 * Matches the provider's refund with the refunds that an operator reported and the provider hasn't
 * reported yet. One of the same money is the same refund and gets the provider's id. `conflicting`
 * if there are only refunds of other money; null if there is none. The caller has locked the
 * deposit.
 */
export async function matchRefund(
  tx: Tx,
  deposit: Deposit,
  receipts: readonly Receipt[],
  evidence: Evidence,
  { reversal, amount, paymentReference, providerReference }: ReversalEvent,
): Promise<'duplicate' | 'conflicting' | null> {
  if (providerReference === null) return null;
  if (evidence.confirmedBy !== 'provider' || reversal !== 'refund') return null;
  const isMeant = ({ provider_payment_id, currency }: Receipt) =>
    paymentReference === null
      ? currency === amount.currency
      : provider_payment_id === paymentReference;
  const unreported = await findUnreported(tx, deposit, receipts.filter(isMeant));
  if (unreported.length === 0) return null;
  const same = unreported.find((one) => isSameMoney(one.money, amount));
  if (same === undefined) return 'conflicting';
  await recordReport(tx, same.refund, evidence, providerReference);
  return 'duplicate';
}

/** Lists the refunds of receipts that an operator reported and the provider hasn't reported yet. */
export async function findUnreported(
  tx: Tx,
  deposit: Deposit,
  receipts: readonly Receipt[],
): Promise<{ receipt: Receipt; money: Money; refund: UnreportedRefund }[]> {
  const brandId = deposit.brand_id;
  const reversals = await tx
    .selectFrom('reversals')
    .select(['id', 'payment_id', 'amount', 'currency', 'evidence'])
    .where('brand_id', '=', brandId)
    .where('deposit_id', '=', deposit.id)
    .where('confirmed_by', '=', 'operator')
    .orderBy('created_at')
    .execute();
  const booked = reversals.flatMap(({ id, payment_id, amount, currency, evidence }) => {
    const receipt = receipts.find((one) => one.id === payment_id);
    const refund = { table: 'reversals', id, brandId, evidence } as const;
    return receipt === undefined ? [] : [{ receipt, money: { amount, currency }, refund }];
  });
  // A refund of parked money was never booked: the receipt itself records it.
  const returned = receipts
    .filter((one) => one.status === 'returned' && one.returned_reference === null)
    .map((receipt) => {
      const { id, amount, currency } = receipt;
      const refund = { table: 'payments', id, brandId } as const;
      return { receipt, money: { amount, currency }, refund };
    });
  return [...booked, ...returned];
}

/** Records that the provider has reported a refund that an operator reported before. */
export async function recordReport(
  tx: Tx,
  refund: UnreportedRefund,
  { source }: Pick<Evidence, 'source'>,
  providerReference: string,
): Promise<void> {
  const { id, brandId } = refund;
  if (refund.table === 'payments') {
    await tx
      .updateTable('payments')
      .set({ returned_reference: providerReference })
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .execute();
    return;
  }
  await tx
    .updateTable('reversals')
    .set({
      provider_reversal_id: providerReference,
      confirmed_by: 'provider',
      evidence: `${refund.evidence}; then ${source}`,
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}
