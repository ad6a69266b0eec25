import { compareDecimals, type Money } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Payment } from '../../ground/database/tables/money.ts';
import type { Evidence } from '../../providers/evidence.ts';
import type { ParkedBecause } from './park-payment.ts';

/*
 * Whether a report is about a receipt that is known already: by its reference, or by its money where an
 * operator has confirmed it.
 */

/**
 * Whether a receipt of another deposit gives way to a report with its reference: an operator gave
 * it that reference, and the provider now reports the reference for this deposit.
 */
export function canGiveWay(strange: Payment, { confirmedBy }: Evidence): boolean {
  return confirmedBy === 'provider' && strange.confirmed_by === 'operator';
}

/** Takes the reference from a receipt, so that the provider's own report of it can be matched. */
export async function takeReference(core: Core, tx: Tx, { brand_id, id }: Payment): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ provider_payment_id: makeReference(), updated_at: core.now() })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .where('confirmed_by', '=', 'operator')
    .execute();
}

/**
 * Finds the receipt that a report is about: the receipt with its reference, or else one of the same
 * money that only an operator has confirmed. A provider's report is about receipts at its own
 * account. An operator's second confirmation is about the first one only if that had no reference.
 * `another` if the reference is that of other money.
 */
export function findSame(
  receipts: readonly Payment[],
  { confirmedBy, connector }: Evidence,
  { providerReference, paid }: { providerReference: string; paid: Money },
): Payment | undefined | 'another' {
  const others = receipts.filter(
    (row) => confirmedBy === 'operator' || row.connector === connector,
  );
  const named = others.find((row) => row.provider_payment_id === providerReference);
  if (named !== undefined) return isSameMoney(reportedOf(named), paid) ? named : 'another';
  return others.find(
    (row) =>
      row.confirmed_by === 'operator' &&
      row.part_of === null &&
      isSameMoney(reportedOf(row), paid) &&
      (confirmedBy === 'provider' || isMadeUp(row.operator_reference)),
  );
}

/**
 * Returns why a receipt may be one that is known already: one of the two was confirmed by an
 * operator, who may have mistaken the amount, the reference or the deposit.
 * @param others - the deposit's other receipts, and one of another deposit with the same reference
 */
export function findDoubt(
  others: readonly Payment[],
  { confirmedBy }: Evidence,
): ParkedBecause | null {
  const doubtful = others.find(
    (row) =>
      confirmedBy === 'operator' ||
      row.confirmed_by === 'operator' ||
      row.operator_reference !== null,
  );
  if (doubtful === undefined) return null;
  const isReported = doubtful.operator_reference === null && doubtful.confirmed_by === 'provider';
  const by = isReported ? 'the provider reported' : 'an operator confirmed';
  const { amount, currency, deposit_id } = doubtful;
  const reason = `${by} ${amount} ${currency} for deposit ${deposit_id} before: is this the same money?`;
  return { code: 'maybeKnown', reason };
}

const madeUp = 'operator ';

/** Makes the reference of a receipt that has none of the provider. */
export function makeReference(): string {
  return `${madeUp}${uuidv7()}`;
}

const isMadeUp = (reference: string | null) => reference?.startsWith(madeUp) ?? false;

/**
 * Records that the provider has reported a receipt that an operator confirmed before, and the
 * provider's reference of it.
 */
export async function match(
  core: Core,
  tx: Tx,
  known: Payment,
  { source, confirmedBy, uploadedBy }: Evidence,
  providerReference: string,
): Promise<void> {
  if (confirmedBy === 'operator' || known.confirmed_by === 'provider') return;
  await tx
    .updateTable('payments')
    .set({
      provider_payment_id: providerReference,
      confirmed_by: 'provider',
      evidence: `${known.evidence}; then ${source}`,
      uploaded_by: uploadedBy ?? null,
      updated_at: core.now(),
    })
    .where('brand_id', '=', known.brand_id)
    .where('id', '=', known.id)
    .execute();
  if (known.received_amount === null) return;
  // The rest of a package's payment is a receipt of its own, and reported with it.
  await tx
    .updateTable('payments')
    .set({
      confirmed_by: 'provider',
      uploaded_by: uploadedBy ?? null,
      updated_at: core.now(),
    })
    .where('brand_id', '=', known.brand_id)
    .where('part_of', '=', known.id)
    .execute();
}

/** What the provider reported: a receipt may be the price of a package, a part of it. */
function reportedOf({ amount, received_amount, currency }: Payment): Money {
  return { amount: received_amount ?? amount, currency };
}

export function isSameMoney(left: Money, right: Money): boolean {
  return left.currency === right.currency && compareDecimals(left.amount, right.amount) === 0;
}
