import { addDecimals, compareDecimals, type Decimal, negateDecimal } from '@kassa/contract';
import type { StatementLine } from '../../money/requisites/statement-line.ts';

/** A balance before or after the movements of a statement; negative: the account is overdrawn. */
export interface Balance {
  kind: 'opening' | 'closing';
  amount: Decimal;
  currency: string;
}

/**
 * Finds the currencies in which a statement lacks movements: where it has one opening and one closing
 * balance, their difference must be the sum of the movements.
 */
export function findIncomplete(
  balances: readonly Balance[],
  sums: ReadonlyMap<string, Decimal>,
): string[] {
  const opening = byCurrency(balances, 'opening');
  const closing = byCurrency(balances, 'closing');
  return [...opening].flatMap(([currency, first]) => {
    const last = closing.get(currency);
    if (first === null || last === undefined || last === null) return [];
    const sum = addDecimals(first, sums.get(currency) ?? '0');
    if (compareDecimals(sum, last) === 0) return [];
    return `The statement's balances in ${currency} differ by another sum than its entries: some are missing.`;
  });
}

/** The balances of a kind; null where a currency has several. */
function byCurrency(balances: readonly Balance[], kind: Balance['kind']) {
  const found = new Map<string, Decimal | null>();
  for (const balance of balances) {
    if (balance.kind !== kind) continue;
    found.set(balance.currency, found.has(balance.currency) ? null : balance.amount);
  }
  return found;
}

/** Adds a movement to the sums by currency. That of a reversal has the direction of its own money. */
export function addMovement(
  sums: Map<string, Decimal>,
  { amount, currency, isCredit }: Pick<StatementLine, 'amount' | 'currency' | 'isCredit'>,
): void {
  sums.set(currency, addDecimals(sums.get(currency) ?? '0', signed(amount, isCredit)));
}

/** An amount with the sign of its direction. */
export const signed = (amount: Decimal, isCredit: boolean): Decimal =>
  isCredit ? amount : negateDecimal(amount);
