import { type AmountProblem, CallError } from '@kassa/contract';

/** The refusal that a problem with an amount becomes. */
export function describeAmountProblem(problem: AmountProblem, currency: string): CallError {
  switch (problem.kind) {
    case 'belowMin':
    case 'aboveMax':
      return new CallError(`amount.${problem.kind}`, 'The amount is outside the limits.', {
        limit: problem.limit,
        currency,
      });
    case 'rule':
      return new CallError(
        'banking.paymentMethodRegex',
        'The amount breaks a rule of the method.',
        {
          field: 'amount',
          problem: 'rule',
        },
      );
    case 'limitsUnknown':
      return new CallError('method.unavailable', 'This method has no limits in this currency.');
    default:
      return new CallError('amount.invalid', 'The amount is not one that can be paid.');
  }
}
