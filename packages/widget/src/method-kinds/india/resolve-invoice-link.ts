import { type DepositSummary, type Invoice, type Payee, resolveUpiLink } from '@kassa/contract';

/**
 * Returns the UPI link that pays an invoice: its payee, its exact amount, and the text that the
 * transfer must carry, or else the deposit's reference. Null for an account without an address of
 * UPI.
 * @param payee - the opened account; null where the invoice names it by requisites alone
 */
export function resolveInvoiceLink(
  { amount, code, requisites }: Pick<Invoice, 'amount' | 'code' | 'requisites'>,
  payee: Payee | null,
  deposit: Pick<DepositSummary, 'reference'>,
): string | null {
  const find = (name: string) => requisites.find((one) => one.name === name)?.value;
  const vpa = payee?.vpa ?? requisites.find(({ type }) => type === 'vpa')?.value ?? find('vpa');
  if (vpa === undefined) return null;
  const askedReference = payee?.transaction_description ?? find('reference') ?? null;
  const reference = askedReference ?? deposit.reference;
  const name = payee?.fullName ?? find('fullName') ?? null;
  const sent = [code?.payLink ?? null, code?.text ?? null];
  return resolveUpiLink({ vpa, name, amount, reference, askedReference }, sent);
}
