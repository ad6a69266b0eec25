/**
 * The kinds of account numbers with check digits. They stand apart from their checks
 * (`account-numbers.ts`), which a page needs only once it shows a form.
 */
export const accountNumberKinds = [
  /** International (ISO 13616). */
  'iban',
  /** Nigeria; its check digit depends on the bank too (`field-set-rules.ts`). */
  'nuban',
  /** Mexico. */
  'clabe',
  /** Argentina, banks (CBU) and wallets (CVU). */
  'cbu',
  /** Peru. */
  'cci',
] as const;

export type AccountNumberKind = (typeof accountNumberKinds)[number];
