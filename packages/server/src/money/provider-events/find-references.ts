/** What Kassa's references in a payment's text name: deposits, withdrawals, files of payouts. */
export type NamedKind = 'KS' | 'KW' | 'PB';

/** A space, dash, dot or underscore that stands where the reference has its dashes. */
const gap = String.raw`[\s\p{Pd}._]*`;
/** Crockford's base 32 (ground/make-reference.ts). */
const four = '([0-9A-HJKMNP-TV-Z]{4})';
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(KS|KW|PB)${gap}${four}${gap}${four}(?![\p{L}\p{N}])`,
  'gu',
);

/**
 * Returns the references that a payment's text names, of deposits unless the caller asks for others,
 * in Kassa's form: `KS-7Q2M-41XK`. Case, missing dashes, spaces and the text around it make no
 * difference; any other character does.
 */
export function findReferences(text: string | null, kind: NamedKind = 'KS'): string[] {
  const found = (text ?? '').normalize('NFKC').toUpperCase().matchAll(pattern);
  const named = [...found].filter(([, prefix]) => prefix === kind);
  return [...new Set(named.map(([, prefix, first, second]) => `${prefix}-${first}-${second}`))];
}

/** A payout's id in its file, which is the withdrawal's without dashes; a bank may put them back. */
const payoutId =
  /(?<![\p{L}\p{N}])([0-9A-F]{8})-?([0-9A-F]{4})-?([0-9A-F]{4})-?([0-9A-F]{4})-?([0-9A-F]{12})(?![\p{L}\p{N}])/gu;

/** Returns the ids in a text that may be those of withdrawals: payers give ids of this form, too. */
export function findPayoutIds(text: string | null): string[] {
  const found = (text ?? '').normalize('NFKC').toUpperCase().matchAll(payoutId);
  return [...new Set([...found].map(([, ...parts]) => parts.join('-').toLowerCase()))];
}

/** Whether a text may name a withdrawal, or a file of payouts. */
export function mayNamePayout(text: string): boolean {
  const isNamed = (kind: NamedKind) => findReferences(text, kind).length > 0;
  return isNamed('KW') || isNamed('PB') || findPayoutIds(text).length > 0;
}
