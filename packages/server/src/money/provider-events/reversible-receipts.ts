import { addDecimals, compareDecimals, type Decimal, negateDecimal } from '@kassa/contract';
import { sql } from 'kysely';
import type { ProviderReversal } from '../../connectors/provider-event.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import { openRefundStatuses } from '../states/refund.machine.ts';

/** A receipt, with the part that is left of it, in the currency of its arrival. */
export type Receipt = Payment & {
  /** Neither reversed yet nor wanted by an open refund. */
  left: Decimal;
  /** The part that reversals took back. */
  taken: Decimal;
  /** The part that open refunds through the provider want. */
  wanted: Decimal;
};

/** Loads a deposit's receipts, oldest first. */
export async function loadReceipts(tx: Tx, deposit: Deposit): Promise<Receipt[]> {
  const rows = await tx
    .selectFrom('payments as p')
    .selectAll('p')
    .select(
      sql<Decimal>`(select coalesce(sum(r.amount), 0) from reversals r
        where r.deposit_id = p.deposit_id and r.payment_id = p.id)`.as('taken'),
    )
    .select(
      sql<Decimal>`(select coalesce(sum(r.amount), 0) from refunds r
        where r.deposit_id = p.deposit_id and r.payment_id = p.id
          and r.status = any(${openRefundStatuses}))`.as('wanted'),
    )
    .where('p.brand_id', '=', deposit.brand_id)
    .where('p.deposit_id', '=', deposit.id)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute();
  return rows.map((row) => ({
    ...row,
    left: [row.taken, row.wanted].map(negateDecimal).reduce(addDecimals, row.amount),
  }));
}

type ReversedMoney = Pick<ProviderReversal, 'amount' | 'paymentReference'>;

/**
 * Returns what is left of a deposit's receipts in the currency of a reversal, or of the receipt
 * that it names: of the largest one and of all. Larger parked receipts don't count, since they can
 * only be returned whole. Null if there is no such receipt, or if one is being credited. The caller
 * has locked the deposit.
 */
export async function loadLeft(
  tx: Tx,
  deposit: Deposit,
  { amount: { amount, currency }, paymentReference }: ReversedMoney,
): Promise<{ left: Decimal; total: Decimal } | null> {
  const receipts = (await loadReceipts(tx, deposit))
    .filter((receipt) => receipt.currency === currency)
    .filter(({ provider_payment_id: id }) => paymentReference === null || paymentReference === id);
  if (receipts.some(({ status }) => status === 'crediting')) return null;
  const lefts = receipts
    .filter(
      ({ status, left }) =>
        status === 'credited' || (status === 'parked' && compareDecimals(left, amount) < 0),
    )
    .map((receipt) => receipt.left);
  const left = lefts.toSorted(compareDecimals).at(-1);
  return left === undefined ? null : { left, total: lefts.reduce(addDecimals, '0') };
}

/**
 * Chooses the credited or parked receipt of a reversal: the receipt that the event names, or else a
 * receipt that the amount fits. `tooEarly` if the receipt hasn't arrived, is being credited, or is
 * wanted by an open refund; `conflicting` if the amount exceeds the receipt.
 */
export function chooseReceipt(
  receipts: readonly Receipt[],
  act: ReversedMoney,
): Receipt | 'tooEarly' | 'conflicting' {
  if (act.paymentReference === null) return chooseByAmount(receipts, act);
  const named = receipts.find((receipt) => receipt.provider_payment_id === act.paymentReference);
  if (named === undefined || named.status === 'crediting') return 'tooEarly';
  if (isReversible(named, act)) return named;
  return isWaiting(named, act) ? 'tooEarly' : 'conflicting';
}

/**
 * Whether a reversal of a receipt must wait for the end of an open refund: the same money may not be
 * taken from the player twice.
 */
function isWaiting({ left, wanted, ...receipt }: Receipt, act: ReversedMoney): boolean {
  if (compareDecimals(wanted, '0') === 0) return false;
  return isReversible({ ...receipt, left: addDecimals(left, wanted), wanted: '0' }, act);
}

/** Whether so much of a receipt can be reversed. */
function isReversible(receipt: Receipt, { amount: { amount, currency } }: ReversedMoney): boolean {
  if (receipt.currency !== currency) return false;
  // A parked receipt can only be returned whole: nothing is booked that could be reversed in part.
  if (receipt.status === 'parked') {
    return [receipt.amount, receipt.left].every((it) => compareDecimals(it, amount) === 0);
  }
  return receipt.status === 'credited' && compareDecimals(receipt.left, amount) >= 0;
}

/** Chooses a receipt whose rest is exactly the amount, or else one whose rest is enough. */
function chooseByAmount(
  receipts: readonly Receipt[],
  act: ReversedMoney,
): Receipt | 'tooEarly' | 'conflicting' {
  const possible = receipts.filter((receipt) => isReversible(receipt, act));
  const exact = possible.filter(({ left }) => compareDecimals(left, act.amount.amount) === 0);
  const isCredited = ({ status }: Receipt) => status === 'credited';
  const chosen = exact.find(isCredited) ?? exact[0] ?? possible[0];
  if (chosen !== undefined) return chosen;
  const ofCurrency = receipts.filter(({ currency }) => currency === act.amount.currency);
  const isAwaited = ofCurrency.some(
    (receipt) => receipt.status === 'crediting' || isWaiting(receipt, act),
  );
  return ofCurrency.some(isCredited) && !isAwaited ? 'conflicting' : 'tooEarly';
}
