import { base32, gap } from '../../ground/base32.ts';
import { spellReferences } from '../../ground/read-reference.ts';

/** What Kassa's references in a payment's text name: deposits, withdrawals, files of payouts. */
export type NamedKind = 'KS' | 'KW' | 'PB';

const four = `([${base32}]{4})`;
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(KS|KW|PB)${gap}${four}${gap}${four}(?![\p{L}\p{N}])`,
  'gu',
);

/**
 * Returns the references that a payment's text names exactly, known or not; of deposits unless the
 * caller asks for others, in Kassa's form: `KS-7Q2M-41XK`. Case, dashes and spaces between the
 * groups, and the text around it make no difference; any other character does. A text may spell
 * further references (`spellReferences`), of which only a known one is meant.
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
  const isSpelled = (kind: NamedKind) => spellReferences(text, kind).length > 0;
  return isSpelled('KW') || isSpelled('PB') || findPayoutIds(text).length > 0;
}

/** Whether an id that a payer can give may name a deposit, a withdrawal, or a file of payouts. */
export function mayNamePayment(id: string): boolean {
  return spellReferences(id, 'KS').length > 0 || mayNamePayout(id);
}
