import { addDecimals, compareDecimals, type Decimal, negateDecimal } from '@kassa/contract';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Evidence } from '../../providers/evidence.ts';
import { findUnreported, type ReversalEvent, type UnreportedRefund } from './known-reversal.ts';
import type { Receipt } from './reversible-receipts.ts';

/*
 * A payment above the price of a package is several receipts: the price, and the rest, of which a part
 * may have been returned. The provider knows one payment, and takes back some of it.
 */

/** What a reversal takes back of a receipt. */
export interface Part {
  receipt: Receipt;
  amount: Decimal;
  /** The operator's record of the same refund; null: nothing is recorded yet. */
  report: UnreportedRefund | null;
}

/**
 * Finds the receipt of the price whose payment a reversal is about. Undefined if it is about one receipt:
 * the payment has no parts, or an operator names one of them.
 */
export function findWhole(
  receipts: readonly Receipt[],
  { confirmedBy }: Evidence,
  { amount: { amount, currency }, paymentReference }: ReversalEvent,
): Receipt | undefined {
  if (confirmedBy === 'operator' && paymentReference !== null) return undefined;
  return receipts.find(({ id, part_of, received_amount, ...receipt }) => {
    if (part_of !== null || received_amount === null || receipt.currency !== currency) return false;
    if (paymentReference !== null) return receipt.provider_payment_id === paymentReference;
    const isOnly = receipts.every((one) => one.id === id || one.part_of === id);
    return isOnly || isSameAmount(amount, received_amount);
  });
}

/**
 * Plans what a reversal takes back of a payment's parts: those whose sum it is, or else the rest first,
 * since what is left still pays for the package. A provider's refund may be what an operator recorded. A
 * chargeback of the whole payment takes all that is left of it.
 */
export async function planParts(
  tx: Tx,
  deposit: Deposit,
  receipts: readonly Receipt[],
  price: Receipt,
  { confirmedBy }: Evidence,
  { reversal, amount: { amount } }: ReversalEvent,
): Promise<readonly Part[] | 'tooEarly' | 'conflicting'> {
  const parts = receipts.filter(({ id, part_of }) => id === price.id || part_of === price.id);
  const isReport = confirmedBy === 'provider' && reversal === 'refund';
  const unreported = isReport ? await findUnreported(tx, deposit, parts) : [];
  const known = unreported.map(({ receipt, money, refund }) => ({
    receipt,
    amount: money.amount,
    report: refund,
  }));
  const parked = parts.filter(({ status }) => status === 'parked');
  // The package was given for a rest, where it was given again after the price had been taken back.
  const open = [...parked, ...parts.filter(isCredited)]
    .filter(({ left }) => compareDecimals(left, '0') > 0)
    .map((receipt) => ({ receipt, amount: receipt.left, report: null }));
  const exact = findSum([...known, ...open], amount);
  if (exact !== undefined) return exact.toSorted(creditedFirst);
  const wanted = parts.map((one) => one.wanted).reduce(addDecimals, '0');
  const left = sumOf(open);
  const isAbove = compareDecimals(amount, left) > 0;
  const isWanted = compareDecimals(wanted, '0') > 0;
  if (price.status === 'crediting' || (isAbove && isWanted)) return 'tooEarly';
  // The whole payment is gone, as by a reorganisation, whatever was returned of it before.
  const isWhole = reversal !== 'refund' && isSameAmount(amount, price.received_amount);
  if (known.length > 0 || (isAbove && !isWhole)) return 'conflicting';
  const taken = takeInTurn(open, amount).toSorted(creditedFirst);
  return taken.length > 0 && isBookable(taken) ? taken : 'conflicting';
}

const isSameAmount = (amount: Decimal, other: Decimal | null) =>
  other !== null && compareDecimals(amount, other) === 0;

const isCredited = ({ status }: Receipt) => status === 'credited';

/** The provider's id of a reversal stands in one record, and each credited part has one of its own. */
const isBookable = (parts: readonly Part[]) =>
  parts.filter(({ receipt }) => isCredited(receipt)).length <= 1;

/**
 * Finds the parts with a sum: first among those that an operator recorded, then those with the fewest
 * new records.
 */
function findSum(parts: readonly Part[], amount: Decimal): readonly Part[] | undefined {
  const subsets: (readonly Part[])[] = [[]];
  for (const part of parts) {
    subsets.push(...subsets.map((subset) => [...subset, part]).filter(isBookable));
  }
  const newOnes = (subset: readonly Part[]) => subset.filter(({ report }) => report === null);
  return subsets
    .filter((subset) => compareDecimals(sumOf(subset), amount) === 0)
    .toSorted((one, other) => newOnes(one).length - newOnes(other).length)[0];
}

const sumOf = (parts: readonly Part[]): Decimal =>
  parts.reduce((sum, part) => addDecimals(sum, part.amount), '0');

/** Takes an amount from parts, one after the other. */
function takeInTurn(parts: readonly Part[], amount: Decimal): Part[] {
  const [first, ...others] = parts;
  if (first === undefined || compareDecimals(amount, '0') <= 0) return [];
  if (compareDecimals(amount, first.amount) <= 0) return [{ ...first, amount }];
  return [first, ...takeInTurn(others, addDecimals(amount, negateDecimal(first.amount)))];
}

/** A reversal may turn out to be booked already; then nothing else is recorded. */
const creditedFirst = (one: Part, other: Part) =>
  Number(isCredited(other.receipt)) - Number(isCredited(one.receipt));
