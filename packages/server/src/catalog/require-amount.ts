import { type AmountProblem, CallError, type Decimal, validateAmount } from '@kassa/contract';
import type { CatalogMethod } from './catalog-schema.ts';

/**
 * Refuses an amount outside a method's limits.
 * @throws CallError amount.invalid, amount.belowMin, amount.aboveMax, method.unavailable
 */
export function requireAmount(
  method: Pick<CatalogMethod, 'amount_rules'>,
  { amount, currency }: { amount: Decimal; currency: string },
): void {
  const limits = method.amount_rules[currency] ?? { min: '0', max: '0' };
  const problem = validateAmount(amount, currency, limits);
  if (problem !== null) throw describeAmountProblem(problem, currency);
}

/** The refusal that a problem with an amount becomes. */
export function describeAmountProblem(problem: AmountProblem, currency: string): CallError {
  switch (problem.kind) {
    case 'belowMin':
    case 'aboveMax':
      return new CallError(`amount.${problem.kind}`, 'The amount is outside the limits.', {
        limit: problem.limit,
        currency,
      });
    case 'limitsUnknown':
      return new CallError('method.unavailable', 'This method has no limits in this currency.');
    default:
      return new CallError('amount.invalid', 'The amount is not one that can be paid.');
  }
}
