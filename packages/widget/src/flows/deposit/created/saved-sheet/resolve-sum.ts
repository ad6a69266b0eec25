import { compareDecimals, type DepositSummary, type Money } from '@kassa/contract';

/** The sum to pay. */
interface InvoiceSum extends Money {
  /**
   * What the player asked to pay, where the sum differs from it: the sum alone then tells which
   * deposit is paid.
   */
  asked: Money | null;
}

/** Compares the sum of an invoice with the amount that the player asked for. */
export function resolveSum({ charged, amount, currency }: DepositSummary, sum: Money): InvoiceSum {
  const asked = { amount: charged ?? amount, currency };
  // A sum in another currency was converted, and differs for that reason.
  const isSame = sum.currency !== currency || compareDecimals(sum.amount, asked.amount) === 0;
  return { ...sum, asked: isSame ? null : asked };
}

/**
 * Compares what a payment is processed with to the amount that the player asked for. Null where they
 * are the same.
 */
export function resolveProcessed(
  { charged, amount, currency }: DepositSummary,
  processing: Money | null,
): { asked: Money; processed: Money } | null {
  const asked = { amount: charged ?? amount, currency };
  if (processing === null) return null;
  const isSame =
    processing.currency === currency && compareDecimals(processing.amount, asked.amount) === 0;
  return isSame ? null : { asked, processed: processing };
}
