import { compareDecimals, feeOf } from '@kassa/contract';
import type { CatalogField, CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/** What only a withdrawal method may have. */
const ofWithdrawals = ['paysBack', 'paysToInstrument', 'hasNameEnquiry'] as const;

/**
 * Checks what a method pays out: a deposit method has none of a withdrawal's attributes; one that
 * pays to the card or account of a deposit names the deposits and asks for no other destination; a
 * name enquiry has an account to ask for; and the fee leaves something of every amount.
 */
export function checkWithdrawal(placed: Placed<CatalogMethod>): CatalogProblem[] {
  const { transaction, paysToInstrument, hasNameEnquiry, paysBack, fields = [] } = placed.entry;
  const report = (field: string, message: string) => problemAt(placed, field, message);
  if (transaction === 'deposit') {
    return ofWithdrawals
      .filter((name) => placed.entry[name] !== undefined)
      .map((name) => report(name, 'is for withdrawal methods only'));
  }
  const problems: CatalogProblem[] = [];
  if (paysToInstrument === true) {
    if (paysBack === undefined) {
      problems.push(report('paysBack', 'is missing: paysToInstrument pays to their cards'));
    }
    fields.forEach(({ name }, index) => {
      if (!namesDestination(fields[index] as CatalogField)) return;
      const message = `"${name}" asks for a destination, which paysToInstrument takes from a deposit`;
      problems.push(report(`fields.${index}`, message));
    });
  }
  if (hasNameEnquiry === true && !fields.some(namesDestination)) {
    problems.push(report('hasNameEnquiry', 'needs a field with the account to ask for'));
  }
  return [...problems, ...checkRest(placed)];
}

const accountCategories: ReadonlySet<string> = new Set(['account', 'number', 'email', 'card']);

function namesDestination(field: CatalogField): boolean {
  if (field.type === 'phone_with_prefix') return true;
  if (field.type !== 'text' && field.type !== 'text_uppercase') return false;
  return field.accountNumber !== undefined || accountCategories.has(field.category ?? '');
}

/** The fee is taken off the amount, and what is left must be more than nothing. */
function checkRest(placed: Placed<CatalogMethod>): CatalogProblem[] {
  return Object.entries(placed.entry.amount_rules).flatMap(([currency, { min, minNonRus }]) =>
    [min, minNonRus ?? min].some(
      (least) =>
        compareDecimals(least, '0') > 0 &&
        compareDecimals(feeOf(placed.entry, least, currency), least) >= 0,
    )
      ? [problemAt(placed, 'fee', `leaves nothing of the least amount in ${currency}`)]
      : [],
  );
}
